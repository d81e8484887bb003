import { pageQuery } from '../../../../platform/http/page.js';

const PER_PAGE = 20;

export class ListConsentsDto extends pageQuery(PER_PAGE) {}
