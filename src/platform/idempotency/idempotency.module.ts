import { Global, Module } from '@nestjs/common';
import { IdempotencyKeys } from './idempotency-keys.js';
import { StoredAnswers } from './stored-answers.personal-data.js';

@Global()
@Module({ providers: [IdempotencyKeys, StoredAnswers], exports: [IdempotencyKeys] })
export class IdempotencyModule {}
