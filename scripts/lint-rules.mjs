/** Rules of this repository alone, for the linter. */

/** A rule that reports every node that a selector matches. */
const without = (selector, message) => ({
  create: (context) => ({
    [selector]: (node) => {
      context.report({ node, message });
    },
  }),
});

export default {
  meta: { name: 'house' },
  rules: {
    'constructor-params': without(
      "MethodDefinition[kind='constructor'] > FunctionExpression[params.length>6]",
      'More than 6 collaborators: the class does too much.',
    ),
    'no-system-time': without(
      "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.object.name='Date'][callee.property.name='now']",
      'Inject Clock or DatabaseClock.',
    ),
    'campaign-transitions': without(
      "AssignmentExpression[left.property.name='status'][left.object.name='campaign']",
      'Use transition().',
    ),
  },
};
