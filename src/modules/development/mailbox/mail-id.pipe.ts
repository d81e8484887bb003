import { Injectable, type PipeTransform } from '@nestjs/common';
import { notFound } from '../../../platform/errors/app-error.js';

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** The id of a kept mail. It becomes part of a file name, so nothing but a ULID gets past here. */
@Injectable()
export class MailIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!ULID.test(value)) throw notFound();
    return value;
  }
}
