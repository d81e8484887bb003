/** Rules of this repository alone, for the linter. */

/** A rule that reports every node that a selector matches. */
const without = (selector, message) => ({
  create: (context) => ({
    [selector]: (node) => {
      context.report({ node, message });
    },
  }),
});

/** The parts of a text that commas outside of parentheses and quotes separate. */
function listed(text) {
  const parts = [''];
  let depth = 0;
  for (const [token] of text.matchAll(/'(?:[^'\\]|\\.)*'|[^]/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) parts.push('');
    else parts.push(parts.pop() + token);
  }
  return parts;
}

/** The assignments of an UPDATE or ON DUPLICATE KEY UPDATE, or of a text that is a part of one. */
function assignmentsIn(text, isSet) {
  const [, set] = /\bUPDATE\b[^]*?\bSET\b([^]*)/.exec(text) ?? /\bON DUPLICATE KEY UPDATE\b([^]*)/.exec(text) ?? [];
  if (set !== undefined) return listed(set.split(/\bWHERE\b/)[0]);
  const parts = /\b(?:SELECT|FROM|WHERE)\b/.test(text) ? [] : listed(text);
  return isSet || parts.length > 1 ? parts : [];
}

const LITERAL_STATE = /^\s*(?:\w+\.)?(?:state|status)\s*=[^]*'/;

/** Whether a node is given to `Lease` or `StateMachine` as assignments. */
const isSet = ({ parent }) =>
  parent.key?.name === 'set' ||
  (parent.type === 'CallExpression' && /^(?:take|write)$/.test(parent.callee.property?.name ?? ''));

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
    // Slow and busy machines must not fail a test: it waits for conditions, and compares moments that the product or its peers stored.
    'no-clock-in-tests': {
      create: (context) => {
        const report = (node, message) => context.report({ node, message });
        return {
          "CallExpression[callee.object.name='performance'][callee.property.name='now']": (node) =>
            report(
              node,
              'Wait for a condition (waitUntil), or compare stored moments; durations are judged by the benchmark.',
            ),
          'CallExpression[callee.object.name=process][callee.property.name=/^(cpuUsage|threadCpuUsage)$/]': (node) =>
            report(node, 'Use processorMs(), which is relative to the machine.'),
          ":matches(CallExpression[callee.name='expect'], CallExpression[callee.object.callee.name='expect'], CallExpression[callee.object.object.callee.name='expect'], BinaryExpression[operator=/^[<>]=?$/]) :matches(CallExpression[callee.object.name='Date'][callee.property.name='now'], NewExpression[callee.name='Date'][arguments.length=0])":
            (node) => report(node, 'Compare stored moments, not the time of the test.'),
          "CallExpression[callee.object.name='jest'][callee.property.name='setTimeout']": (node) =>
            report(node, 'test/support/ceiling.ts has the limit of all tests.'),
          ':matches(CallExpression[callee.name=/^(it|test|beforeAll|beforeEach|afterAll|afterEach)$/], CallExpression[callee.object.name=/^(it|test)$/], CallExpression[callee.callee.object.name=/^(it|test)$/])[arguments.length>1] > :matches(Literal[raw=/^[0-9]/], Identifier[name=/(_MS|TIMEOUT)$/]).arguments:last-child':
            (node) => report(node, 'test/support/ceiling.ts has the limit of all tests.'),
        };
      },
    },
    'literal-state': {
      create: (context) => {
        const check = (node, text) => {
          if (assignmentsIn(text, isSet(node)).some((assignment) => LITERAL_STATE.test(assignment)))
            context.report({
              node,
              message: 'Take the new state from the state machine of the table (becomes, to, move).',
            });
        };
        return {
          Literal: (node) => {
            if (typeof node.value === 'string') check(node, node.value);
          },
          TemplateLiteral: (node) => check(node, node.quasis.map(({ value }) => value.cooked).join('$')),
        };
      },
    },
    'campaign-transitions': without(
      "AssignmentExpression[left.property.name='status'][left.object.name='campaign']",
      'Use transition().',
    ),
  },
};
