import { Injectable, type PipeTransform } from '@nestjs/common';
import { notFound } from '../errors/app-error.js';
import { MAX_ID } from '../ids/ids.js';
import { ApiParam } from '@nestjs/swagger';

const MAX_LONG_ID = Number.MAX_SAFE_INTEGER;

function idIn(text: string, largest: number, smallest = 1): number | null {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : -1;
  return id >= smallest && id <= largest ? id : null;
}

/** A path id. Anything but a positive integer is answered with 404, not 400. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  /** @param smallest 0 where it stands for a default. */
  constructor(
    private readonly kind: Parameters<typeof notFound>[0] = 'post',
    private readonly smallest: 0 | 1 = 1,
  ) {}

  transform(value: string): number {
    const id = idIn(value, MAX_ID, this.smallest);
    if (id === null) throw notFound(this.kind);
    return id;
  }
}

/** The same for 64-bit ids (emails, deliveries). */
@Injectable()
export class LongIdPipe extends IdPipe {
  override transform(value: string): number {
    const id = idIn(value, MAX_LONG_ID);
    if (id === null) throw notFound('post');
    return id;
  }
}

/**
 * Documents a path id, which `IdPipe` validates.
 * @param of the noun of the resource.
 */
export function PathId(of: string, name = 'id', largest = MAX_ID, smallest = 1): MethodDecorator & ClassDecorator {
  return ApiParam({
    name,
    description: `Id of the ${of}`,
    schema: { type: 'integer', minimum: smallest, maximum: largest, example: 1 },
  });
}
