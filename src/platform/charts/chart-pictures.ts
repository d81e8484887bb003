import { Injectable } from '@nestjs/common';
import { renderAsync } from '@resvg/resvg-js';
import { type Chart, chartSvg } from './chart.js';

/** Sharp on the screens of phones too. */
const RESOLUTION = 2;

/** A machine without any font would leave out every letter, so two of them come along. */
const FONT_FILES = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) =>
  require.resolve(`dejavu-fonts-ttf/ttf/${name}`),
);

/** Charts as pictures that every mail program shows. */
@Injectable()
export class ChartPictures {
  /** A PNG of twice the size that it is meant to be shown in, drawn beside the main thread. */
  async png(chart: Chart): Promise<Buffer> {
    const image = await renderAsync(chartSvg(chart), {
      fitTo: { mode: 'zoom', value: RESOLUTION },
      font: { loadSystemFonts: false, fontFiles: FONT_FILES, defaultFontFamily: 'DejaVu Sans' },
    });
    return image.asPng();
  }
}
