import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { OrderWriter } from './order-writer.js';
import { OrderPersonalData } from './order.personal-data.js';
import { OrdersController } from './orders.controller.js';
import { OrdersQueries } from './orders.queries.js';
import { OrdersService } from './orders.service.js';
import { ClicksQueries } from './revenue/clicks.queries.js';
import { Ledger } from './revenue/ledger.js';
import { Reattribution } from './revenue/reattribution.service.js';

@Module({
  imports: [ContactsModule],
  controllers: [OrdersController],
  providers: [ClicksQueries, Ledger, OrderWriter, OrderPersonalData, OrdersQueries, OrdersService, Reattribution],
  exports: [OrdersService, Reattribution],
})
export class CommerceModule {}
