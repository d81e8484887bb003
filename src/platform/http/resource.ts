import { applyDecorators, Body, Controller, Param, type Type } from '@nestjs/common';
import { ApiBody, ApiParam, ApiTags } from '@nestjs/swagger';
import { RECORD_KINDS } from '../errors/app-error.js';
import { IdPipe } from './id.pipe.js';

/** A controller, with the group of its operations in the documentation. */
export const Resource = (path: string, tag: string): ClassDecorator => applyDecorators(ApiTags(tag), Controller(path));

/** A path id, with its documentation. @param of the noun of the resource. */
export const RecordId =
  (of: string, name = 'id', pipe = new IdPipe(RECORD_KINDS.find((kind) => kind === of))): ParameterDecorator =>
  (target, method, index) => {
    Param(name, pipe)(target, method, index);
    const schema = { type: 'integer', minimum: pipe.smallest, maximum: pipe.largest, example: 1 };
    document(ApiParam({ name, description: `Id of the ${of}`, schema }), target, method);
  };

/** The body of the request, with examples for the documentation. Its type is that of the parameter. */
export const BodyLike =
  (examples: Record<string, { summary: string; value: unknown }>): ParameterDecorator =>
  (target, method, index) => {
    Body()(target, method, index);
    const type = (Reflect.getMetadata('design:paramtypes', target, method ?? '') as Type[])[index];
    if (type !== undefined) document(ApiBody({ type, examples }), target, method);
  };

function document(by: MethodDecorator, target: object, method: string | symbol = ''): void {
  const handler = Object.getOwnPropertyDescriptor(target, method);
  if (handler !== undefined) by(target, method, handler);
}
