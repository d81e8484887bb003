import { SetMetadata, applyDecorators } from '@nestjs/common';
import { ApiBasicAuth, ApiExtension, ApiOperation } from '@nestjs/swagger';
import type { AccessRule, Permission } from './permissions.js';

export const ACCESS_RULE = 'carillon:access-rule';

/** Documentation of an operation. */
export interface OperationDoc {
  readonly summary: string;
  readonly description?: string;
}

/**
 * Declares who may call the handler and documents it, so that both cannot diverge. A route without this, `Public`, or `AnyManager` fails
 * the start.
 */
export function RequirePermission(
  required: Permission | { readonly anyOf: readonly Permission[] } | { readonly allOf: readonly Permission[] },
  doc: OperationDoc,
): MethodDecorator {
  return guarded(toRule(required), doc);
}

/** For managers with a valid key, regardless of permissions. */
export function AnyManager(doc: OperationDoc): MethodDecorator {
  return guarded({ kind: 'any_manager' }, doc);
}

/** For callers without credentials: email recipients and monitoring. */
export function Public(doc: OperationDoc): MethodDecorator {
  const rule: AccessRule = { kind: 'public' };
  return applyDecorators(SetMetadata(ACCESS_RULE, rule), ApiExtension('x-permission', rule), ApiOperation({ ...doc }));
}

function toRule(required: Parameters<typeof RequirePermission>[0]): AccessRule {
  if (typeof required === 'string') return { kind: 'all_of', permissions: [required] };
  if ('anyOf' in required) return { kind: 'any_of', permissions: required.anyOf };
  return { kind: 'all_of', permissions: required.allOf };
}

function guarded(rule: AccessRule, doc: OperationDoc): MethodDecorator {
  return applyDecorators(
    SetMetadata(ACCESS_RULE, rule),
    ApiBasicAuth(),
    ApiExtension('x-permission', rule),
    ApiOperation({ ...doc, description: [doc.description, wording(rule)].filter(Boolean).join('\n\n') }),
  );
}

function wording(rule: AccessRule): string {
  if (rule.kind === 'public') return '';
  if (rule.kind === 'any_manager') return 'Requires a valid manager; no permission is needed.';
  const names = rule.permissions.map((permission) => `\`${permission}\``);
  return `Permission: ${names.join(rule.kind === 'any_of' ? ' or ' : ' and ')}.`;
}
