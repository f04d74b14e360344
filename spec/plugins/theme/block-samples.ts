/** An uploaded picture, as blocks refer to it. */
export interface Picture {
  readonly id: number;
  readonly url: string;
}

const block = (name: string, markup: string, attributes: object = {}): string => {
  const shown = Object.keys(attributes).length === 0 ? '' : ` ${JSON.stringify(attributes)}`;
  return `<!-- wp:${name}${shown} -->\n${markup}\n<!-- /wp:${name} -->`;
};

const paragraph = (text: string): string => block('paragraph', `<p>${text}</p>`);

const LONG = 'The first boats come in before the sun does, and by seven the quay smells of salt, diesel and bread.';

function image({ id, url }: Picture, align = ''): string {
  const className = ['wp-block-image', ...(align === '' ? [] : [`align${align}`]), 'size-large'].join(' ');
  const markup = `<figure class="${className}"><img src="${url}" alt="A field" class="wp-image-${id}"/><figcaption class="wp-element-caption">Seen at six.</figcaption></figure>`;
  return block('image', markup, { id, sizeSlug: 'large', ...(align === '' ? {} : { align }) });
}

/** Pictures that stand in every alignment, with text beside them. */
export const alignments = ([picture]: readonly Picture[]): string =>
  ['', 'left', 'right', 'center', 'wide', 'full']
    .flatMap((align) => [image(picture!, align), paragraph(LONG), paragraph(LONG)])
    .join('\n\n');

function galleryOf(pictures: readonly Picture[], classes: string, attributes: object): string {
  const figures = pictures.map(({ id, url }) =>
    block(
      'image',
      `<figure class="wp-block-image size-large"><img src="${url}" alt="" class="wp-image-${id}"/></figure>`,
      { id, sizeSlug: 'large', linkDestination: 'none' },
    ),
  );
  const markup = `<figure class="wp-block-gallery has-nested-images ${classes}">${figures.join('\n')}<figcaption class="blocks-gallery-caption wp-element-caption">All of them.</figcaption></figure>`;
  return block('gallery', markup, { linkTo: 'none', ...attributes });
}

/** Galleries with and without a number of columns, cropped and not. */
export const galleries = (pictures: readonly Picture[]): string =>
  [
    galleryOf(pictures, 'columns-default is-cropped', {}),
    paragraph(LONG),
    galleryOf(pictures.slice(0, 4), 'columns-2 is-cropped', { columns: 2 }),
    galleryOf(pictures, 'columns-4', { columns: 4, imageCrop: false }),
    paragraph(LONG),
  ].join('\n\n');

const column = (content: string, width?: string): string =>
  block(
    'column',
    `<div class="wp-block-column"${width === undefined ? '' : ` style="flex-basis:${width}"`}>${content}</div>`,
    width === undefined ? {} : { width },
  );
const columns = (...parts: string[]): string =>
  block('columns', `<div class="wp-block-columns">${parts.join('\n')}</div>`);

const cover = ({ id, url }: Picture, dim: number): string =>
  block(
    'cover',
    `<div class="wp-block-cover"><img class="wp-block-cover__image-background wp-image-${id}" alt="" src="${url}" data-object-fit="cover"/><span aria-hidden="true" class="wp-block-cover__background has-background-dim-${dim} has-background-dim" style="background-color:#000000"></span><div class="wp-block-cover__inner-container">${block(
      'paragraph',
      '<p class="has-large-font-size">On the cover</p>',
      { fontSize: 'large' },
    )}</div></div>`,
    { url, id, dimRatio: dim, customOverlayColor: '#000000', isUserOverlayColor: true },
  );

const separator = (style: string): string =>
  block(
    'separator',
    `<hr class="wp-block-separator has-alpha-channel-opacity${style === '' ? '' : ` is-style-${style}`}"/>`,
    style === '' ? {} : { className: `is-style-${style}` },
  );

const table = (style: string, isFixed: boolean): string =>
  block(
    'table',
    `<figure class="wp-block-table${style === '' ? '' : ` is-style-${style}`}"><table${isFixed ? ' class="has-fixed-layout"' : ''}><thead><tr><th>Fish</th><th>Boxes</th></tr></thead><tbody><tr><td>Herring, from the mole to the light</td><td>120</td></tr><tr><td>Cod</td><td>2</td></tr></tbody><tfoot><tr><td>All</td><td>122</td></tr></tfoot></table><figcaption class="wp-element-caption">What was sold</figcaption></figure>`,
    { ...(isFixed ? {} : { hasFixedLayout: false }), ...(style === '' ? {} : { className: `is-style-${style}` }) },
  );

/** Blocks that arrange what is in them: columns, covers, separators, tables, lists of posts. */
export const arrangements = (pictures: readonly Picture[]): string =>
  [
    columns(column(paragraph('A first column')), column(paragraph('A second')), column(paragraph('A third'))),
    columns(column(paragraph('A narrow one'), '25%'), column(paragraph('A wide one'), '75%')),
    cover(pictures[0]!, 60),
    separator(''),
    separator('wide'),
    separator('dots'),
    table('', true),
    table('stripes', false),
    '<!-- wp:latest-posts {"postsToShow":3} /-->',
    '<!-- wp:latest-posts {"postsToShow":4,"postLayout":"grid","columns":2,"displayPostDate":true,"displayFeaturedImage":true,"featuredImageSizeSlug":"medium"} /-->',
    block(
      'quote',
      `<blockquote class="wp-block-quote">${paragraph('Nobody counts the gulls.')}<cite>A sailor</cite></blockquote>`,
    ),
    block('pullquote', '<figure class="wp-block-pullquote"><blockquote><p>Nobody counts.</p></blockquote></figure>'),
    paragraph('The end'),
  ].join('\n\n');

/** What shortcodes make of pictures: wide ones with a text, and galleries in columns. */
export const shortcodes = (pictures: readonly Picture[]): string => {
  const ids = pictures.map(({ id }) => id).join();
  const [{ id, url }] = pictures as [Picture];
  const image = `<img class="wp-image-${id}" src="${url}" alt="A field" width="1600" height="900" />`;
  return [
    ...['none', 'center', 'left', 'right'].map(
      (align) => `[caption id="attachment_${id}" align="align${align}" width="1600"]${image} At the ${align}[/caption]`,
    ),
    `[gallery ids="${ids}"]`,
    `[gallery ids="${ids}" columns="1"]`,
    `[gallery ids="${ids}" columns="9" link="none"]`,
  ].join('\n\n');
};

/** Blocks as the first editors stored them: a text over a film, colours that are no longer offered. */
export const earlier = `<!-- wp:cover {"url":"/film.mp4","backgroundType":"video"} -->
<div class="wp-block-cover has-background-dim"><video class="wp-block-cover__video-background" src="data:video/mp4;base64,"></video><p class="wp-block-cover-text">Over a <a href="/">film</a></p></div>
<!-- /wp:cover -->
<!-- wp:paragraph {"customBackgroundColor":"#a02020","textColor":"very-light-gray"} -->
<p style="background-color:#a02020" class="has-text-color has-background has-very-light-gray-color">On dark red</p>
<!-- /wp:paragraph -->`;
