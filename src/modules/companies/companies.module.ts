import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NotesModule } from '../notes/notes.module.js';
import { subjectNotesController } from '../notes/subject-notes.controller.js';
import { CompaniesController } from './companies.controller.js';
import { CompaniesService } from './companies.service.js';
import { Company } from './company.entity.js';
import { CompanyNotesService } from './notes/company-notes.service.js';

@Module({
  imports: [NotesModule, TypeOrmModule.forFeature([Company])],
  controllers: [
    CompaniesController,
    subjectNotesController({
      name: 'Company',
      noun: 'company',
      tag: 'Companies',
      path: 'companies',
      notes: CompanyNotesService,
    }),
  ],
  providers: [CompaniesService, CompanyNotesService],
  exports: [CompaniesService],
})
export class CompaniesModule {}
