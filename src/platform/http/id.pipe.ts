import { Injectable, type PipeTransform } from '@nestjs/common';
import { notFound, type RecordKind } from '../errors/app-error.js';
import { MAX_ID } from '../ids/ids.js';

/** A path id. Anything but a positive integer is answered with 404, not 400. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  /** @param smallest 0 where it stands for a default. */
  constructor(
    private readonly kind: RecordKind | 'post' = 'post',
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
