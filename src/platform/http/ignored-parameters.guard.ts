import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import type { Response } from 'express';
import { dtosOf } from './handler-dtos.js';
import type { AppRequest } from './request.js';

const HEADER = 'Carillon-Ignored-Parameters';
/** Limits the size of the header. */
const [MAX_NAMES, MAX_NAME_LENGTH] = [20, 64];

/** Names query parameters that the route does not know in a header of the answer: typing errors would otherwise select everything. */
export class IgnoredParameters implements CanActivate {
  private readonly known = new Map<object, ReadonlySet<string>>();

  canActivate(context: ExecutionContext): true {
    const { query, principal, speaksDialect } = context.switchToHttp().getRequest<AppRequest>();
    const names = Object.keys(query);
    if (names.length === 0 || principal === undefined || speaksDialect) return true;
    const known = this.namesOf(context);
    const ignored = names.filter((name) => !name.startsWith('_') && !known.has(name));
    if (ignored.length === 0) return true;
    const shown = ignored.slice(0, MAX_NAMES).map((name) => encodeURIComponent(name.slice(0, MAX_NAME_LENGTH)));
    context.switchToHttp().getResponse<Response>().setHeader(HEADER, shown.join(', '));
    return true;
  }

  private namesOf(context: ExecutionContext): ReadonlySet<string> {
    const handler = context.getHandler();
    const storage = getMetadataStorage();
    const names =
      this.known.get(handler) ??
      new Set(
        dtosOf(context, 'query').flatMap((dto) =>
          storage.getTargetValidationMetadatas(dto, '', false, false).map(({ propertyName }) => propertyName),
        ),
      );
    this.known.set(handler, names);
    return names;
  }
}
