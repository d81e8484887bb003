import { pageQuery } from '../../../../platform/http/page.js';

const PER_PAGE = 25;

/** The newest first. */
export class ListImportsDto extends pageQuery(PER_PAGE) {}
