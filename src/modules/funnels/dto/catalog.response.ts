import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { JsonSchema } from '../../../events/schema.js';
import { ACTIONS, type ActionName, STEP_TYPES, type StepType, stepTypeOf } from '../definition/action-catalog.js';
import { CONDITIONS, COMMON_SETTINGS } from '../definition/funnel-rules.js';
import { FAMILIES, NATIVE_TRIGGERS, type TriggerEntry } from '../definition/trigger-catalog.js';

const schema = {
  type: 'object',
  additionalProperties: true,
  example: { type: 'object', properties: { lists: { type: 'array', items: { type: 'integer' } } } },
} as const;

/** Returns the schema for display: unknown members are ignored, and two schemas may describe one object. */
function shown(value: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !(name === 'additionalProperties' && member === false))
      .map(([name, member]) => [name, shownMember(member)]),
  );
}

function shownMember(member: unknown): unknown {
  if (Array.isArray(member)) return member.map(shownMember);
  return typeof member === 'object' && member !== null ? shown(member as JsonSchema) : member;
}

class ActionResponse {
  @ApiProperty({ type: String, example: 'send_custom_email' }) readonly name: ActionName;
  @ApiProperty({ enum: STEP_TYPES }) readonly type: StepType;
  @ApiProperty({ example: 'Send an email' }) readonly title: string;
  @ApiProperty({ example: 'Sends an email with its own content to the contact.' }) readonly description: string;
  @ApiProperty({ ...schema, description: 'A JSON Schema (2020-12) of the settings' }) readonly settings: JsonSchema;
  @ApiPropertyOptional({
    oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }],
    description: 'The names of the branches in `children`, or the setting that defines them',
    example: ['yes', 'no'],
  })
  readonly branches?: readonly string[] | string;

  constructor(name: ActionName) {
    const { title, description, settings, branches } = ACTIONS[name];
    this.name = name;
    this.type = stepTypeOf(name);
    this.title = title;
    this.description = description;
    this.settings = shown(settings);
    if (branches !== undefined) this.branches = branches;
  }
}

export class ActionsResponse {
  @ApiProperty({ type: () => [ActionResponse] }) readonly actions = (Object.keys(ACTIONS) as ActionName[]).map(
    (name) => new ActionResponse(name),
  );
}

class TriggerResponse {
  @ApiProperty({ example: 'list_applied' }) readonly name: string;
  @ApiProperty({ example: 'List applied' }) readonly title: string;
  @ApiProperty({ example: 'A contact comes to one of the lists.' }) readonly description: string;
  @ApiProperty({ description: 'Whether `POST /triggers/{name}` reports it; Carillon detects the others itself' })
  readonly family: boolean;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Regular expression of the names' })
  readonly pattern: string | null;
  @ApiProperty({ ...schema, description: 'A JSON Schema (2020-12) of its parameters in `settings`' })
  readonly settings: JsonSchema;
  @ApiProperty({ ...schema, description: 'A JSON Schema of the Liquid object `trigger` in texts of steps' })
  readonly payload: JsonSchema;

  constructor(name: string, { title, description, settings, payload }: TriggerEntry, pattern: RegExp | null) {
    this.name = name;
    this.title = title;
    this.description = description;
    this.family = pattern !== null;
    this.pattern = pattern?.source ?? null;
    this.settings = shown(settings);
    this.payload = shown(payload);
  }
}

export class TriggersResponse {
  @ApiProperty({ type: () => [TriggerResponse] }) readonly triggers = [
    ...Object.entries(NATIVE_TRIGGERS).map(([name, trigger]) => new TriggerResponse(name, trigger, null)),
    ...FAMILIES.map((family) => new TriggerResponse(family.name, family, family.pattern)),
  ];

  @ApiProperty({ ...schema, description: 'A JSON Schema of the `settings` that all funnels share' })
  readonly settings = shown(COMMON_SETTINGS);
  @ApiProperty({ ...schema, description: 'A JSON Schema of the `conditions` of every funnel' })
  readonly conditions = shown(CONDITIONS);
}
