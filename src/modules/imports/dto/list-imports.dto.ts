import { numberedQuery } from '../../../platform/http/page.js';

const PER_PAGE = 25;

export class ListImportsDto extends numberedQuery(PER_PAGE) {}
