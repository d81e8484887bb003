import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ContactCommerce } from './contact-commerce.entity.js';
import { OrderRefund } from './orders/order-refund.entity.js';
import { Order } from './orders/order.entity.js';
import { RevenueEntry } from './revenue/revenue-entry.entity.js';

@Module({
  imports: [ContactsModule, TypeOrmModule.forFeature([Order, OrderRefund, RevenueEntry, ContactCommerce])],
})
export class CommerceModule {}
