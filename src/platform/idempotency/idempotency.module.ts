import { Global, Module } from '@nestjs/common';
import { IdempotencyKeys } from './idempotency-keys.js';
import { StoredAnswers } from './stored-answers.holder.js';

@Global()
@Module({ providers: [IdempotencyKeys, StoredAnswers], exports: [IdempotencyKeys] })
export class IdempotencyModule {}
