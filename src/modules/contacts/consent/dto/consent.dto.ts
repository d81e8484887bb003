import { pageQuery } from '../../../../platform/http/page.js';

export class ListConsentsDto extends pageQuery(20) {}
