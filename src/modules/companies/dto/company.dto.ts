import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  CountryCode,
  EmailAddress,
  type FieldOptions,
  HttpUrl,
  Text,
  WholeNumber,
} from '../../../platform/http/dto-fields.js';
import { givenInput } from '../../../platform/http/given.js';
import { COMPANY_SORTING, type CompanyFilter, type CompanyInput } from '../companies.service.js';
import { MAX_UNSIGNED } from '../../../platform/ids/ids.js';
import { pageQuery, sortable } from '../../../platform/http/page.js';
import { timed } from '../../../platform/http/row-times.js';

/** Accepts null and blanks to clear a field, because HTML forms send blanks. */
function clearable(field: (options: FieldOptions) => PropertyDecorator, options: FieldOptions = {}) {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' && value.trim() === '' ? null : value)),
    field({ ...options, nullable: true }),
  );
}

const Line = (options?: FieldOptions): PropertyDecorator => clearable(Text, options);
const Url = (options?: FieldOptions): PropertyDecorator => clearable(HttpUrl, options);

// `name` is not in the base class: an inherited "optional" would override a "required" of the subclass.
class CompanyMembers {
  @Line({ example: 'Software', description: 'Free text' }) industry?: string | null;
  @Line({ example: 'Customer', description: 'Free text' }) type?: string | null;
  @Url({ example: 'https://example.com' }) website?: string | null;
  @clearable(EmailAddress, { example: 'office@example.com' }) email?: string | null;
  @Line({ example: '+44 20 7946 0000' }) phone?: string | null;
  @Line({ example: '12 Dorset Street' }) address_line_1?: string | null;
  @Line({ example: 'Second floor' }) address_line_2?: string | null;
  @Line({ example: 'London' }) city?: string | null;
  @Line({ example: 'Greater London' }) state?: string | null;
  @clearable(CountryCode, { example: 'GB', description: 'Alpha-2 code, alpha-3 code, or name; stored as alpha-2' })
  country?: string | null;
  @Line({ example: 'W1U 6QS' }) postal_code?: string | null;
  @clearable((options) => WholeNumber({ ...options, max: MAX_UNSIGNED }), {
    example: 40,
    description: 'Number of employees',
  })
  employees_number?: number | null;
  @clearable((options) => Text({ ...options, max: 10_000 }), { example: 'Builds calculating machines' })
  description?: string | null;
  @Url({ example: 'https://example.com/logo.png', description: 'URL of an image' }) logo?: string | null;
  @Url({ example: 'https://www.linkedin.com/company/example' }) linkedin_url?: string | null;
  @Url({ example: 'https://www.facebook.com/example' }) facebook_url?: string | null;
  @Url({ example: 'https://x.com/example' }) twitter_url?: string | null;
  @Line({ example: 'active', description: 'Free text' }) status?: string | null;
}

export class CreateCompanyDto extends CompanyMembers {
  @Text({ required: true, description: 'Unique, regardless of case', example: 'Analytical Engines Ltd' }) name!: string;

  toInput(): CompanyInput & { name: string } {
    return { ...givenInput<CreateCompanyDto>(this), name: this.name };
  }
}

export class UpdateCompanyDto extends CompanyMembers {
  @Text({ min: 1, description: 'Unique, regardless of case', example: 'Analytical Engines Ltd' }) name?: string;

  toInput(): CompanyInput {
    return givenInput<UpdateCompanyDto>(this);
  }
}

const PER_PAGE = 10;

export class ListCompaniesDto extends sortable(timed(pageQuery(PER_PAGE)), COMPANY_SORTING.fields) {
  @Text({ description: 'Words in name, email address, or industry; all must match', example: 'engines' })
  search?: string;

  toFilter(): CompanyFilter {
    const filter = { condition: this.toTimes('c'), sorting: this.toSorting() };
    return this.search === undefined ? filter : { ...filter, search: this.search };
  }
}
