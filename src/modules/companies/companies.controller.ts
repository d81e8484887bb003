import { Delete, Get, Post, Put, Query } from '@nestjs/common';
import { RequirePermission, Refuses, invalid, Answers } from '../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../platform/http/resource.js';
import { PageUrl } from '../../platform/http/page.js';
import { CompaniesService } from './companies.service.js';
import * as shapes from './dto/company.shapes.js';
import { ListCompaniesDto, CreateCompanyDto, UpdateCompanyDto } from './dto/company.dto.js';

const TAKEN = invalid(
  'The name is taken or a value is not allowed; `params` names every invalid parameter',
  { name: 'is taken' },
  'Company with this name already exists',
);
const EXAMPLE = {
  summary: 'A company',
  value: { name: 'Analytical Engines Ltd', industry: 'Software', website: 'https://example.com', country: 'GB' },
};

@Resource('companies', 'Companies')
export class CompaniesController {
  constructor(private readonly companies: CompaniesService) {}

  @Get()
  @RequirePermission('view_contacts', { summary: 'List companies', description: 'Newest first by default.' })
  @Answers(shapes.companiesShape, 'A page of companies')
  async listCompanies(@Query() query: ListCompaniesDto, @PageUrl() url: string) {
    return shapes.companiesOf(await this.companies.list(query.toFilter(), query.toPage()), url);
  }

  @Get(':id')
  @RequirePermission('view_contacts', {
    summary: 'Get a company',
    description: 'Returns its fields and the number of its contacts.',
  })
  @Answers(shapes.oneCompanyShape, 'The company')
  async getCompany(@RecordId('company') id: number) {
    return { company: shapes.companyOf(await this.companies.get(id)) };
  }

  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Create a company',
    description: 'The name must be unique, regardless of case.',
  })
  @Answers(shapes.companyWrittenShape, 'The new company')
  @Refuses({ 400: TAKEN })
  async createCompany(@BodyLike({ company: EXAMPLE }) body: CreateCompanyDto) {
    return { company: shapes.companyOf(await this.companies.create(body.toInput())), message: shapes.SAVED };
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Update a company',
    description:
      'Omitted fields are unchanged; null or an empty string clears a field. The name must be unique, regardless of case.',
  })
  @Answers(shapes.companyWrittenShape, 'The updated company')
  @Refuses({ 400: TAKEN })
  async updateCompany(@RecordId('company') id: number, @BodyLike({ company: EXAMPLE }) body: UpdateCompanyDto) {
    return { company: shapes.companyOf(await this.companies.update(id, body.toInput())), message: shapes.SAVED };
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a company',
    description: 'Deletes its notes too. Its contacts remain; their memberships are removed in the background.',
  })
  @Answers(shapes.companyRemovedShape, 'The company is deleted')
  async deleteCompany(@RecordId('company') id: number) {
    await this.companies.remove(id);
    return { message: shapes.REMOVED };
  }
}
