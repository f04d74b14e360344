import type { CurrentUser } from '../../core/index.ts';
import { allowedTypes } from '../media/index.ts';
import type { Post } from '../posts/index.ts';
import type { Build } from './build.ts';
import type { EditorDependencies } from './dependencies.ts';
import type { EditorSettings } from './hooks.ts';

/** The sizes of images that users choose from; the names are for people. */
const IMAGE_SIZES: Readonly<Record<string, string>> = {
  thumbnail: 'Thumbnail',
  medium: 'Medium',
  large: 'Large',
  full: 'Full size',
};

/** The path of the assets. */
export const assetUrl = (home: string, file: string): string => `${home}/editor/assets/${file}`;

/** The settings of the editor for an item, before plugins adjust it. */
export function editorSettings(
  post: Post,
  user: CurrentUser,
  build: Build,
  dependencies: Pick<EditorDependencies, 'options' | 'site' | 'styles' | 'themes' | 'types'>,
): EditorSettings {
  const { options, site, types, themes, styles } = dependencies;
  const number = (name: string, fallback: number) => Number(options.get(name, fallback));
  const dimensions = (name: string, size: number) => ({
    width: number(`${name}_size_w`, size),
    height: number(`${name}_size_h`, size),
    crop: name === 'thumbnail',
  });
  const ofTheme = themes === undefined ? undefined : styles?.ofTheme(themes.active());
  const template = types.get(post.type)?.template ?? [];
  return {
    ...(ofTheme === undefined ? {} : { __experimentalFeatures: ofTheme.settings }),
    // The canvas is a document of its own, which loads this.
    __unstableResolvedAssets: {
      styles: `<link rel="stylesheet" href="${assetUrl(site.home, build.files['canvas.css'])}">`,
      scripts: '',
    },
    ...(template.length === 0 ? {} : { template }),
    alignWide: true,
    allowedMimeTypes: Object.fromEntries(allowedTypes(user.can('unfiltered_html'))),
    autosaveInterval: 60,
    availableTemplates: {},
    bodyPlaceholder: 'Write, or type / to choose a block',
    canLockBlocks: user.can('edit_theme_options'),
    codeEditingEnabled: true,
    defaultEditorStyles: [],
    // The page reaches no other site.
    enableOpenverseMediaCategory: false,
    imageDefaultSize: 'large',
    imageDimensions: {
      thumbnail: dimensions('thumbnail', 150),
      medium: dimensions('medium', 300),
      large: dimensions('large', 1024),
    },
    imageEditing: true,
    imageSizes: Object.entries(IMAGE_SIZES).map(([slug, name]) => ({ slug, name })),
    isRTL: false,
    localAutosaveInterval: 15,
    richEditingEnabled: true,
    styles: [],
    supportsLayout: true,
    supportsTemplateMode: false,
    titlePlaceholder: 'Add title',
  };
}
