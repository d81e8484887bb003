import { Injectable } from '@nestjs/common';
import { renderAsync } from '@resvg/resvg-js';
import { type Chart, chartSvg, darkened } from './chart.js';

/** Twice the display size, for high-density screens. */
const RESOLUTION = 2;

/** Bundled, because a machine without fonts would draw no letters. */
const FONT_FILES = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) =>
  require.resolve(`dejavu-fonts-ttf/ttf/${name}`),
);

/** Renders charts as PNG, which every email client shows. */
@Injectable()
export class ChartPictures {
  /** Renders a PNG at twice its display size, outside the main thread. @param isDark on a dark ground. */
  async png(chart: Chart, isDark = false): Promise<Buffer> {
    const svg = chartSvg(chart);
    const image = await renderAsync(isDark ? darkened(svg) : svg, {
      fitTo: { mode: 'zoom', value: RESOLUTION },
      font: { loadSystemFonts: false, fontFiles: FONT_FILES, defaultFontFamily: 'DejaVu Sans' },
    });
    return image.asPng();
  }
}
