import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { RequestUrl } from '../../platform/http/page.js';
import { PathId } from '../../platform/http/path-id.js';
import { Refuses, type Refusal } from '../../platform/openapi/refusals.js';
import { CompaniesQueries } from './companies.queries.js';
import { CompaniesService } from './companies.service.js';
import {
  CompaniesResponse,
  CompanyRemovedResponse,
  CompanyWrittenResponse,
  OneCompanyResponse,
} from './dto/company.response.js';
import { ListCompaniesDto } from './dto/list-companies.dto.js';
import { CreateCompanyDto, UpdateCompanyDto } from './dto/write-company.dto.js';

const TAKEN: Refusal = {
  message: 'Company with this name already exists',
  description: 'The name is taken or a value is not allowed; `params` names every invalid parameter',
  data: { params: { name: 'is taken' } },
};
const EXAMPLE = {
  summary: 'A company',
  value: { name: 'Analytical Engines Ltd', industry: 'Software', website: 'https://example.com', country: 'GB' },
};

@ApiTags('Companies')
@Controller('companies')
export class CompaniesController {
  constructor(
    private readonly companies: CompaniesService,
    private readonly queries: CompaniesQueries,
  ) {}

  @Get()
  @RequirePermission('view_contacts', { summary: 'List companies', description: 'Newest first by default.' })
  @ApiOkResponse({ type: CompaniesResponse, description: 'A page of companies' })
  async listCompanies(@Query() query: ListCompaniesDto, @RequestUrl() url: URL): Promise<CompaniesResponse> {
    return new CompaniesResponse(await this.queries.list(query.toFilter(), query.toPage()), url);
  }

  @Get(':id')
  @RequirePermission('view_contacts', {
    summary: 'Get a company',
    description: 'Returns its fields and the number of its contacts.',
  })
  @PathId('company')
  @ApiOkResponse({ type: OneCompanyResponse, description: 'The company' })
  async getCompany(@Param('id', new IdPipe()) id: number): Promise<OneCompanyResponse> {
    return new OneCompanyResponse(await this.companies.get(id));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Create a company',
    description: 'The name must be unique, regardless of case.',
  })
  @ApiBody({ type: CreateCompanyDto, examples: { company: EXAMPLE } })
  @ApiOkResponse({ type: CompanyWrittenResponse, description: 'The new company' })
  @Refuses({ 400: TAKEN })
  async createCompany(@Body() body: CreateCompanyDto): Promise<CompanyWrittenResponse> {
    return new CompanyWrittenResponse(await this.companies.create(body.toInput()));
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Update a company',
    description:
      'Omitted fields are unchanged; null or an empty string clears a field. The name must be unique, regardless of case.',
  })
  @PathId('company')
  @ApiBody({ type: UpdateCompanyDto, examples: { company: EXAMPLE } })
  @ApiOkResponse({ type: CompanyWrittenResponse, description: 'The updated company' })
  @Refuses({ 400: TAKEN })
  async updateCompany(
    @Param('id', new IdPipe()) id: number,
    @Body() body: UpdateCompanyDto,
  ): Promise<CompanyWrittenResponse> {
    return new CompanyWrittenResponse(await this.companies.update(id, body.toInput()));
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a company',
    description: 'Deletes its notes too. Its contacts remain; their memberships are removed in the background.',
  })
  @PathId('company')
  @ApiOkResponse({ type: CompanyRemovedResponse, description: 'The company is deleted' })
  async deleteCompany(@Param('id', new IdPipe()) id: number): Promise<CompanyRemovedResponse> {
    await this.companies.remove(id);
    return new CompanyRemovedResponse();
  }
}
