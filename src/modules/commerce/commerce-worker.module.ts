import { Module } from '@nestjs/common';
import { CommerceModule } from './commerce.module.js';

@Module({ imports: [CommerceModule] })
export class CommerceWorkerModule {}
