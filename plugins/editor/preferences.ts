/** What holds of whoever has none: the guide for the first time is not ours to show, it asks another site for pictures. */
export const FIRST_PREFERENCES = { 'core/edit-post': { welcomeGuide: false, welcomeGuideTemplate: false } };
