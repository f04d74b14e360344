import { serviceToken } from '../../core/index.ts';

/**
 * Stores which capabilities the dropped-in plugins declared when they last ran, so that
 * the host logs a plugin that asks for more.
 */
export interface StoredCapabilities {
  /** Capabilities by plugin. */
  all(): ReadonlyMap<string, readonly string[]>;
  save(capabilities: ReadonlyMap<string, readonly string[]>): Promise<void>;
}

/** The token of the stored capabilities. */
export const StoredCapabilities = serviceToken('noted-capabilities', {
  requiredPermissions: 'plugins',
  provider: 'plugins',
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'noted-capabilities': StoredCapabilities;
  }
}
