import { numberedQuery } from '../../../platform/http/page.js';

const PER_PAGE = 25;

/** The newest first. */
export class ListImportsDto extends numberedQuery(PER_PAGE) {}
