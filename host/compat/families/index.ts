import type { Family } from '../step.ts';
import { automation } from './automation.ts';
import { browser } from './browser.ts';
import { commandLine } from './command-line.ts';
import { editor } from './editor.ts';
import { mobile } from './mobile.ts';
import { staticSite } from './static-site.ts';

/** The families of clients, in the order in which they are reported. */
export const FAMILIES: readonly Family[] = [browser, editor, mobile, automation, commandLine, staticSite];
