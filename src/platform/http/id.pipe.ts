import { Injectable, Param, type PipeTransform } from '@nestjs/common';
import { notFound } from '../errors/app-error.js';
import { MAX_ID } from '../ids/ids.js';
import { ApiParam } from '@nestjs/swagger';

/** A path id. Anything but a positive integer is answered with 404, not 400. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  /** @param smallest 0 where it stands for a default. */
  constructor(
    private readonly kind: Parameters<typeof notFound>[0] = 'post',
    readonly smallest: 0 | 1 = 1,
    readonly largest = MAX_ID,
  ) {}

  transform(value: string): number {
    const id = /^\d{1,16}$/.test(value) ? Number(value) : -1;
    if (id < this.smallest || id > this.largest) throw notFound(this.kind);
    return id;
  }
}

/** The same for 64-bit ids (emails, deliveries). */
@Injectable()
export class LongIdPipe extends IdPipe {
  constructor() {
    super('post', 1, Number.MAX_SAFE_INTEGER);
  }
}

/** A path id, with its documentation. @param of the noun of the resource. */
export const RecordId =
  (of: string, pipe = new IdPipe(), name = 'id'): ParameterDecorator =>
  (target, method, index) => {
    Param(name, pipe)(target, method, index);
    const handler = Object.getOwnPropertyDescriptor(target, method ?? '');
    if (handler !== undefined) PathId(of, name, pipe.largest, pipe.smallest)(target, method ?? '', handler);
  };

/** Documents a path id, which `IdPipe` validates. @param of the noun of the resource. */
export function PathId(of: string, name = 'id', largest = MAX_ID, smallest = 1): MethodDecorator & ClassDecorator {
  const schema = { type: 'integer', minimum: smallest, maximum: largest, example: 1 };
  return ApiParam({ name, description: `Id of the ${of}`, schema });
}
