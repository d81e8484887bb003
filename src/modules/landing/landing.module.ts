import { Module } from '@nestjs/common';
import { ErrorPageController } from './error-page.controller.js';
import { HomeController } from './home.controller.js';

/** Pages for people with a browser who have only the address of the service. */
@Module({ controllers: [HomeController, ErrorPageController] })
export class LandingModule {}
