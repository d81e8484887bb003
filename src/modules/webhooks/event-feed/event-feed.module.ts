import { Module } from '@nestjs/common';
import { EventFeedController } from './event-feed.controller.js';
import { EventFeedQueries } from './event-feed.queries.js';
import { EventStreams } from './event-streams.js';

@Module({ controllers: [EventFeedController], providers: [EventFeedQueries, EventStreams] })
export class EventFeedModule {}
