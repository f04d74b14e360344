import { serviceToken } from '../../core/index.ts';
import type { TemplateStore } from './template-store.ts';

/** The templates of the site, and the parts that they share. */
export interface Templates {
  /** Those of a content type: that of templates, or that of parts. Throws for any other. */
  ofType(type: string): TemplateStore;
}

/** The token of the templates. */
export const Templates = serviceToken('templates', { requiredPermissions: 'content:write', reads: ['ofType'] });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    templates: Templates;
  }
}
