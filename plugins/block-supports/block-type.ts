import type { BlockType } from '../content-rendering/index.ts';
import { attributesOfSupports } from './attributes.ts';

/** A type as it is registered: with the attributes that follow from its supports, which its own ones replace. */
export const withAttributesOfSupports = (type: BlockType): BlockType => ({
  apiVersion: 2,
  ...type,
  attributes: { ...attributesOfSupports(type.supports ?? {}), ...type.attributes },
});
