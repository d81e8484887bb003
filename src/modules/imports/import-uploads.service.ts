import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../platform/access/permissions.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { AppError } from '../../platform/errors/app-error.js';
import { membersOf } from '../../platform/http/json-body.js';
import { JSON_TYPE } from '../../platform/http/request-bodies.guard.js';
import type { AppRequest } from '../../platform/http/request.js';
import { IdempotencyKeys, idempotencyKeyOf } from '../../platform/idempotency/idempotency-keys.js';
import type { RawImportOptions } from './import-options.js';
import { ImportsService, type ReceivedFile } from './imports.service.js';
import { isTooLarge, readForm, tooLarge } from './multipart-form.js';

const MULTIPART = /^multipart\/form-data\b/i;

interface Upload {
  readonly file: ReceivedFile;
  readonly options: RawImportOptions;
}

interface AcceptedImport {
  readonly import: { readonly id: number; readonly status: 'queued' };
}

/** Receives files before any transaction. For `Idempotency-Key`, requests with equal bytes and options are equal. */
@Injectable()
export class ImportUploads {
  constructor(
    private readonly imports: ImportsService,
    private readonly keys: IdempotencyKeys,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @returns the response, `replayed` or new. @throws AppError for an invalid request; then nothing stays stored. */
  async accept(
    request: AppRequest,
    { credentialId, managerId }: Pick<Principal, 'credentialId' | 'managerId'>,
  ): Promise<{ body: AcceptedImport; replayed: boolean }> {
    const key = idempotencyKeyOf(request);
    const { file, options } = await this.receive(request, managerId);
    const body: AcceptedImport = { import: { id: file.jobId, status: 'queued' } };
    if (key === null) {
      await this.imports.start(file, options);
      return { body, replayed: false };
    }
    const claim = await this.imports.orDiscard(file.jobId, () =>
      this.keys.claim(credentialId, key, fingerprintOf(request, file, options)),
    );
    if (claim.kind === 'replay') {
      await this.imports.discard(file.jobId);
      return { body: JSON.parse(claim.body) as AcceptedImport, replayed: true };
    }
    try {
      await this.imports.start(file, options, (tx) => this.keys.complete(tx, claim.token, 202, body));
      return { body, replayed: false };
    } catch (error) {
      await this.keys.release(claim.token);
      throw error;
    }
  }

  private async receive(request: AppRequest, managerId: number): Promise<Upload> {
    const type = request.headers['content-type'] ?? '';
    if (MULTIPART.test(type)) return this.receiveForm(request, managerId);
    if (!JSON_TYPE.test(type))
      throw new AppError(
        'rest_unsupported_media_type',
        'The request body must be multipart/form-data with the file, or application/json with rows.',
      );
    const { rows, ...options } = membersOf(request.body);
    return { file: await this.imports.receiveRows(rows, managerId), options };
  }

  private async receiveForm(request: AppRequest, managerId: number): Promise<Upload> {
    const { importLimit } = this.config.http;
    if (isTooLarge(request, importLimit)) throw tooLarge(importLimit);
    const received: { file: ReceivedFile | null } = { file: null };
    try {
      const options = await readForm(request, importLimit, async ({ name, bytes }) => {
        received.file = await this.imports.receive(bytes, name, managerId);
      });
      if (received.file === null) throw new Error('A form without a file was refused');
      return { file: received.file, options };
    } catch (error) {
      if (received.file !== null) await this.imports.discard(received.file.jobId);
      throw error;
    }
  }
}

function fingerprintOf(request: AppRequest, file: ReceivedFile, options: RawImportOptions): string {
  const members = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(`${request.method} ${request.originalUrl}\n${file.sha256}\n${JSON.stringify(members)}`)
    .digest('hex');
}
