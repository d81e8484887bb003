import * as s from '../../../shapes/shape.js';
import { type ActionName, ACTIONS, STEP_TYPES, stepTypeOf } from '../definition/action-catalog.js';
import { COMMON_SETTINGS, CONDITIONS } from '../definition/funnel-rules.js';
import { FAMILIES, NATIVE_TRIGGERS, type TriggerEntry } from '../definition/trigger-catalog.js';

const schema = (description: string): s.Schema<s.JsonSchema> =>
  s.json({
    type: 'object',
    additionalProperties: true,
    description,
    examples: [{ type: 'object', properties: { lists: { type: 'array', items: { type: 'integer' } } } }],
  });

/** Returns the schema for display: unknown members are ignored, and two schemas may describe one object. */
function shown<Part>(part: Part): Part {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(shown) as Part;
  const members = Object.entries(part).filter(([name, member]) => name !== 'additionalProperties' || member !== false);
  return Object.fromEntries(members.map(([name, member]) => [name, shown(member as unknown)])) as Part;
}

const actionShape = s.component('ActionResponse', {
  name: s.text<ActionName>('send_custom_email'),
  type: s.oneOf(STEP_TYPES),
  title: s.text('Send an email'),
  description: s.text('Sends an email with its own content to the contact.'),
  settings: schema('A JSON Schema (2020-12) of the settings'),
  branches: s.optional(
    s.json<readonly string[] | string>({
      oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }],
      description: 'The names of the branches in `children`, or the setting that defines them',
      examples: [['yes', 'no']],
    }),
  ),
});

function actionOf(name: ActionName) {
  const { title, description, settings, branches } = ACTIONS[name];
  return { name, type: stepTypeOf(name), title, description, settings: shown(settings), branches };
}

export const actionsShape = s.component('ActionsResponse', { actions: s.list(actionShape) });

export const actionsOf = () => ({ actions: (Object.keys(ACTIONS) as ActionName[]).map(actionOf) });

const triggerShape = s.component('TriggerResponse', {
  name: s.text('list_applied'),
  title: s.text('List applied'),
  description: s.text('A contact comes to one of the lists.'),
  family: s.flag('Whether `POST /triggers/{name}` reports it; Carillon detects the others itself'),
  pattern: s.nullable(s.text(null, 'Regular expression of the names')),
  settings: schema('A JSON Schema (2020-12) of its parameters in `settings`'),
  payload: schema('A JSON Schema of the Liquid object `trigger` in texts of steps'),
});

const triggerOf = (name: string, { title, description, settings, payload }: TriggerEntry, pattern: RegExp | null) => ({
  ...{ name, title, description },
  family: pattern !== null,
  pattern: pattern?.source ?? null,
  settings: shown(settings),
  payload: shown(payload),
});

export const triggersShape = s.component('TriggersResponse', {
  triggers: s.list(triggerShape),
  settings: schema('A JSON Schema of the `settings` that all funnels share'),
  conditions: schema('A JSON Schema of the `conditions` of every funnel'),
});

export const triggersOf = () => ({
  triggers: [
    ...Object.entries(NATIVE_TRIGGERS).map(([name, trigger]) => triggerOf(name, trigger, null)),
    ...FAMILIES.map((family) => triggerOf(family.name, family, family.pattern)),
  ],
  settings: shown(COMMON_SETTINGS),
  conditions: shown(CONDITIONS),
});
