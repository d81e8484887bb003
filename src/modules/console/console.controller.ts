import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Get, Header } from '@nestjs/common';
import { AnyManager, Public } from '../../platform/access/operation.js';
import { PAGE_STYLE } from '../../platform/html/look.js';
import { ConsoleController, noSuchPage } from './http/console-view.js';
import { CONSOLE_PATH } from './pages/layout.js';

const STYLE = `${PAGE_STYLE}${readFileSync(join(__dirname, 'assets', 'style.css'), 'utf8')}`;
const SCRIPT = readFileSync(join(__dirname, 'assets', 'live.mjs'), 'utf8');

/** Serves the style sheet and the script, which contain no data. */
@ConsoleController(CONSOLE_PATH)
export class ConsoleAssets {
  @Get('style.css')
  @Public({ summary: 'Get the style sheet' })
  @Header('Content-Type', 'text/css; charset=utf-8')
  style(): string {
    return STYLE;
  }

  @Get('live.js')
  @Public({ summary: 'Get the script of live figures' })
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return SCRIPT;
  }
}

/** Answers all paths that the other controllers do not have. */
@ConsoleController(CONSOLE_PATH)
export class ConsoleRest {
  @Get('*path')
  @AnyManager({ summary: 'Report an unknown page' })
  unknown(): never {
    throw noSuchPage();
  }
}
