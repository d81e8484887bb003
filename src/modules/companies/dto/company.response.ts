import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { type Page, PageResponse } from '../../../platform/http/page.js';
import type { CompanyRecord } from '../companies.service.js';

const SAVED = 'Successfully saved the company.';
const REMOVED = 'Successfully removed the company.';

const nullableText = { type: String, nullable: true } as const;

export class CompanyResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id: number;
  @ApiProperty({ example: 'Analytical Engines Ltd' }) readonly name: string;
  @ApiProperty({ ...nullableText, example: 'Software', description: 'Free text' }) readonly industry: string | null;
  @ApiProperty({ ...nullableText, example: 'Customer', description: 'Free text' }) readonly type: string | null;
  @ApiProperty({ ...nullableText, example: 'https://example.com' }) readonly website: string | null;
  @ApiProperty({ ...nullableText, example: 'office@example.com' }) readonly email: string | null;
  @ApiProperty({ ...nullableText, example: '+44 20 7946 0000' }) readonly phone: string | null;
  @ApiProperty({ ...nullableText, example: '12 Dorset Street' }) readonly address_line_1: string | null;
  @ApiProperty({ ...nullableText, example: null }) readonly address_line_2: string | null;
  @ApiProperty({ ...nullableText, example: 'London' }) readonly city: string | null;
  @ApiProperty({ ...nullableText, example: 'Greater London' }) readonly state: string | null;
  @ApiProperty({ ...nullableText, example: 'GB', description: 'Alpha-2' }) readonly country: string | null;
  @ApiProperty({ ...nullableText, example: 'W1U 6QS' }) readonly postal_code: string | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 40, description: 'Number of employees' })
  readonly employees_number: number | null;
  @ApiProperty({ ...nullableText, example: 'Builds calculating machines' }) readonly description: string | null;
  @ApiProperty({ ...nullableText, example: 'https://example.com/logo.png', description: 'URL of an image' })
  readonly logo: string | null;
  @ApiProperty({ ...nullableText, example: 'https://www.linkedin.com/company/example' })
  readonly linkedin_url: string | null;
  @ApiProperty({ ...nullableText, example: null }) readonly facebook_url: string | null;
  @ApiProperty({ ...nullableText, example: null }) readonly twitter_url: string | null;
  @ApiProperty({ ...nullableText, example: 'active', description: 'Free text' }) readonly status: string | null;
  @ApiProperty({ type: 'integer', example: 12, description: 'Number of contacts of the company' })
  readonly contacts_count: number;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly updated_at: string;

  constructor(company: CompanyRecord) {
    this.id = company.id;
    this.name = company.name;
    this.industry = company.industry;
    this.type = company.type;
    this.website = company.website;
    this.email = company.email;
    this.phone = company.phone;
    this.address_line_1 = company.addressLine1;
    this.address_line_2 = company.addressLine2;
    this.city = company.city;
    this.state = company.state;
    this.country = company.country;
    this.postal_code = company.postalCode;
    this.employees_number = company.employeesNumber;
    this.description = company.description;
    this.logo = company.logo;
    this.linkedin_url = company.linkedinUrl;
    this.facebook_url = company.facebookUrl;
    this.twitter_url = company.twitterUrl;
    this.status = company.status;
    this.contacts_count = company.contactsCount;
    this.created_at = sqlTimestamp(company.createdAt);
    this.updated_at = sqlTimestamp(company.updatedAt);
  }
}

class CompaniesPage extends PageResponse<CompanyResponse> {
  @ApiProperty({ type: [CompanyResponse] }) declare readonly data: readonly CompanyResponse[];
}

export class CompaniesResponse {
  @ApiProperty({ type: CompaniesPage }) readonly companies: CompaniesPage;

  constructor(page: Page<CompanyRecord>, url: URL) {
    this.companies = new CompaniesPage(
      page,
      page.items.map((company) => new CompanyResponse(company)),
      url,
    );
  }
}

export class OneCompanyResponse {
  @ApiProperty({ type: () => CompanyResponse }) readonly company: CompanyResponse;

  constructor(company: CompanyRecord) {
    this.company = new CompanyResponse(company);
  }
}

export class CompanyWrittenResponse extends OneCompanyResponse {
  @ApiProperty({ type: String, example: SAVED }) readonly message = SAVED;
}

export class CompanyRemovedResponse {
  @ApiProperty({ type: String, example: REMOVED }) readonly message = REMOVED;
}
