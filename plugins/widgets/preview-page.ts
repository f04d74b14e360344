import { html, Markup } from '../../core/text/index.ts';
import type { WidgetType } from './widget-types.ts';

/** The page in which editors show a widget, in a frame. */
export const previewPage = ({ name }: WidgetType, markup: string): string =>
  html`<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
</head>
<body>
<main class="site-content">${new Markup(markup)}</main>
</body>
</html>
`.text;
