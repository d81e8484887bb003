import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { PageResponse, RequestUrl } from '../../platform/http/page.js';
import { CompaniesQueries } from './companies.queries.js';
import { CompaniesService } from './companies.service.js';
import {
  CompanyRemovedResponse,
  CompanyResponse,
  CompanyWrittenResponse,
  OneCompanyResponse,
} from './dto/company.response.js';
import { ListCompaniesDto } from './dto/list-companies.dto.js';
import { CreateCompanyDto, UpdateCompanyDto } from './dto/write-company.dto.js';

@ApiTags('Companies')
@Controller('companies')
export class CompaniesController {
  constructor(
    private readonly companies: CompaniesService,
    private readonly queries: CompaniesQueries,
  ) {}

  @Get()
  @RequirePermission('view_contacts', { summary: 'List companies' })
  async list(
    @Query() query: ListCompaniesDto,
    @RequestUrl() url: URL,
  ): Promise<{ companies: PageResponse<CompanyResponse> }> {
    const page = await this.queries.list(query.toFilter(), query.toPage());
    return {
      companies: new PageResponse(
        page,
        page.items.map((company) => new CompanyResponse(company)),
        url,
      ),
    };
  }

  @Get(':id')
  @RequirePermission('view_contacts', { summary: 'Get one company' })
  async get(@Param('id', new IdPipe()) id: number): Promise<OneCompanyResponse> {
    return new OneCompanyResponse(await this.companies.get(id));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', { summary: 'Create a company' })
  async create(@Body() body: CreateCompanyDto): Promise<CompanyWrittenResponse> {
    return new CompanyWrittenResponse(await this.companies.create(body.toInput()));
  }

  @Put(':id')
  @RequirePermission('manage_contacts', { summary: 'Change a company' })
  async update(@Param('id', new IdPipe()) id: number, @Body() body: UpdateCompanyDto): Promise<CompanyWrittenResponse> {
    return new CompanyWrittenResponse(await this.companies.update(id, body.toInput()));
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', { summary: 'Delete a company; its contacts stay' })
  async remove(@Param('id', new IdPipe()) id: number): Promise<CompanyRemovedResponse> {
    await this.companies.remove(id);
    return new CompanyRemovedResponse();
  }
}
