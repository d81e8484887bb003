import { pageQuery } from '../../../../platform/http/page.js';

export class ListBulkActionsDto extends pageQuery(25) {}
