import { Global, Module } from '@nestjs/common';
import { Keys } from './keys.js';

@Global()
@Module({ providers: [Keys], exports: [Keys] })
export class SecretsModule {}
