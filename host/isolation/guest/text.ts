/** What an isolated plugin gets when it imports `tappet/text`, which is as it is elsewhere. */
export * from '../../../core/text/index.ts';
