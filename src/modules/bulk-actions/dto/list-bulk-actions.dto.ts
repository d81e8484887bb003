import { numberedQuery } from '../../../platform/http/page.js';

export class ListBulkActionsDto extends numberedQuery(25) {}
