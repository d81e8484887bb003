import { exampleOf } from '../../../../shapes/shape.js';
import { campaignStatsShape } from '../../campaigns/dto/campaign-reports.shapes.js';

/** Example files for the API document. A workbook cannot be shown. */
export const CAMPAIGN_FILE = {
  csv: 'campaign_id,campaign_title,sent,delivered,opened,clicked,unsubscribed,bounced,delivery_rate,open_rate,click_rate,unsubscribe_rate,revenue,orders,conversion_rate,currency\r\n12,June news,1000,990,421,87,4,10,99,42.5,8.8,0.4,1249.5,25,2.5,EUR\r\n',
  xlsx: null,
  json: {
    basic: {
      campaign_id: 12,
      campaign_title: 'June newsletter',
      ...(exampleOf(campaignStatsShape) as object),
      revenue: 1249.5,
      orders: 25,
      conversion_rate: 2.5,
      currency: 'EUR',
    },
  },
} as const;

/** With `columns[]=id&columns[]=email&columns[]=tags&columns[]=favorite_color`. */
export const CONTACT_FILE = {
  csv: 'id,email,tags,favorite_color\r\n42,ada@example.com,"Early, Reader",red\r\n',
  xlsx: null,
  json: {
    subscribers: [{ id: 42, email: 'ada@example.com', tags: ['Early', 'Reader'], favorite_color: 'red' }],
  },
  ndjson: '{"id":42,"email":"ada@example.com","tags":["Early","Reader"],"favorite_color":"red"}\n',
} as const;
