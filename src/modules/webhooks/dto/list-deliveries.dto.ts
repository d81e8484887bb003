import { OneOf } from '../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../platform/http/page.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../webhook-delivery.entity.js';

export class ListDeliveriesDto extends pageQuery(25) {
  @OneOf(DELIVERY_STATUSES, {
    description: 'Only deliveries with this status; `pending` waits for an attempt or a retry',
  })
  status?: DeliveryStatus;

  toStatus(): DeliveryStatus | null {
    return this.status ?? null;
  }
}
