import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ContactCommerce } from './revenue/contact-commerce.entity.js';
import { OrderWriter } from './order-writer.js';
import { OrderPersonalData } from './order.personal-data.js';
import { OrderEvents } from './order-events.js';
import { OrderRefund } from './orders/order-refund.entity.js';
import { Order } from './orders/order.entity.js';
import { OrdersController } from './orders.controller.js';
import { OrdersQueries } from './orders.queries.js';
import { OrdersService } from './orders.service.js';
import { ClicksQueries } from './revenue/clicks.queries.js';
import { ContactFigures } from './revenue/contact-figures.js';
import { OrderAnonymizer } from './revenue/order-anonymizer.js';
import { Ledger } from './revenue/ledger.js';
import { Reattribution } from './revenue/reattribution.service.js';
import { RevenueEntry } from './revenue/revenue-entry.entity.js';

@Module({
  imports: [ContactsModule, TypeOrmModule.forFeature([Order, OrderRefund, RevenueEntry, ContactCommerce])],
  controllers: [OrdersController],
  providers: [
    ClicksQueries,
    ContactFigures,
    OrderAnonymizer,
    Ledger,
    OrderWriter,
    OrderEvents,
    OrderPersonalData,
    OrdersQueries,
    OrdersService,
    Reattribution,
  ],
  exports: [OrderAnonymizer, OrdersService, Reattribution],
})
export class CommerceModule {}
