import { Module } from '@nestjs/common';
import { LiveSegments } from './live/live-segments.service.js';
import { WatchedRules } from './live/watched-rules.service.js';
import { SegmentsModule } from './segments.module.js';

@Module({ imports: [SegmentsModule], providers: [LiveSegments, WatchedRules] })
export class SegmentsWorkerModule {}
