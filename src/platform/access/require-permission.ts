import { SetMetadata, applyDecorators } from '@nestjs/common';
import { ApiBasicAuth, ApiExtension, ApiOperation } from '@nestjs/swagger';
import type { AccessRule, Permission } from './permissions.js';

export const ACCESS_RULE = 'carillon:access-rule';

/** What Swagger UI says about an operation. */
export interface OperationDoc {
  readonly summary: string;
  readonly description?: string;
}

/**
 * Who may call the handler, and what the documentation says about it: one decorator, so that they cannot drift apart.
 * A route that carries neither this nor `Public` nor `AnyManager` stops the start.
 */
export function RequirePermission(
  required: Permission | { readonly anyOf: readonly Permission[] } | { readonly allOf: readonly Permission[] },
  doc: OperationDoc,
): MethodDecorator {
  return guarded(toRule(required), doc);
}

/** For every manager with a valid key, whatever the permissions. */
export function AnyManager(doc: OperationDoc): MethodDecorator {
  return guarded({ kind: 'any_manager' }, doc);
}

/** For everybody, without credentials: what readers of mails and monitoring call. */
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
  if (rule.kind === 'any_manager') return 'Any valid manager may call it.';
  const names = rule.permissions.map((permission) => `\`${permission}\``);
  return `Permission: ${names.join(rule.kind === 'any_of' ? ' or ' : ' and ')}.`;
}
