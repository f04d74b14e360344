<?php
// Reads an export (WXR) into a WordPress, as far as specs need it: terms, items, comments, menus; ids stay.

const NAMESPACES = ['wp' => 'https://wordpress.org/export/1.2/'];

/** Reads an export; its authors' items go to the users in turn. */
function tappet_read_export(string $path, array $users): void
{
    $channel = simplexml_load_file($path, null, LIBXML_NOCDATA)->channel;
    $wp = $channel->children(NAMESPACES['wp']);
    $terms = [];
    foreach ($wp->category as $term) {
        tappet_term($terms, 'category', $term->cat_name, $term->category_nicename, $term->category_description, $term->category_parent);
    }
    foreach ($wp->tag as $term) {
        tappet_term($terms, 'post_tag', $term->tag_name, $term->tag_slug, $term->tag_description);
    }
    foreach ($wp->term as $term) {
        tappet_term($terms, (string) $term->term_taxonomy, $term->term_name, $term->term_slug, $term->term_description);
    }
    $authors = array_values($users);
    foreach ($channel->item as $index => $item) {
        tappet_item($item, $authors[$item->title->__toString() === '' ? 0 : strlen((string) $item->title) % 4], $terms);
    }
}

function tappet_term(array &$terms, string $taxonomy, $name, $slug, $description, $parent = ''): void
{
    if (!taxonomy_exists($taxonomy)) {
        return;
    }
    $made = wp_insert_term(wp_slash((string) $name), $taxonomy, [
        'slug' => (string) $slug,
        'description' => wp_slash((string) $description),
        'parent' => $terms[$taxonomy][(string) $parent] ?? 0,
    ]);
    $terms[$taxonomy][(string) $slug] = is_wp_error($made) ? (int) $made->get_error_data() : $made['term_id'];
}

function tappet_item(SimpleXMLElement $item, int $author, array $terms): void
{
    $wp = $item->children(NAMESPACES['wp']);
    $type = (string) $wp->post_type;
    if (!post_type_exists($type)) {
        return;
    }
    $id = wp_insert_post(wp_slash([
        'import_id' => (int) $wp->post_id,
        'post_type' => $type,
        'post_status' => (string) $wp->status,
        'post_title' => (string) $item->title,
        'post_content' => (string) $item->children('content', true)->encoded,
        'post_excerpt' => (string) $item->children('excerpt', true)->encoded,
        'post_name' => (string) $wp->post_name,
        'post_date' => (string) $wp->post_date,
        'post_date_gmt' => (string) $wp->post_date_gmt,
        'post_parent' => (int) $wp->post_parent,
        'post_password' => (string) $wp->post_password,
        'post_author' => $author,
        'menu_order' => (int) $wp->menu_order,
        'comment_status' => (string) $wp->comment_status,
        'ping_status' => (string) $wp->ping_status,
        'guid' => (string) $item->guid,
        'post_mime_type' => $type === 'attachment' ? (string) wp_check_filetype((string) $wp->attachment_url)['type'] : '',
    ]));
    if ((string) $wp->is_sticky === '1') {
        stick_post($id);
    }
    $of = [];
    foreach ($item->category as $category) {
        $taxonomy = (string) $category['domain'];
        $of[$taxonomy][] = $terms[$taxonomy][(string) $category['nicename']] ?? (string) $category;
    }
    foreach ($of as $taxonomy => $list) {
        wp_set_object_terms($id, $list, $taxonomy);
    }
    tappet_item_meta($id, $wp);
    tappet_item_comments($id, $wp);
}

function tappet_item_meta(int $id, SimpleXMLElement $wp): void
{
    foreach ($wp->postmeta as $meta) {
        add_post_meta($id, (string) $meta->meta_key, wp_slash(maybe_unserialize((string) $meta->meta_value)));
    }
}

function tappet_item_comments(int $id, SimpleXMLElement $wp): void
{
    $ids = [];
    foreach ($wp->comment as $comment) {
        $ids[(int) $comment->comment_id] = wp_insert_comment(wp_slash([
            'comment_post_ID' => $id,
            'comment_author' => (string) $comment->comment_author,
            'comment_author_email' => (string) $comment->comment_author_email,
            'comment_author_url' => (string) $comment->comment_author_url,
            'comment_author_IP' => (string) $comment->comment_author_IP,
            'comment_date' => (string) $comment->comment_date,
            'comment_date_gmt' => (string) $comment->comment_date_gmt,
            'comment_content' => (string) $comment->comment_content,
            'comment_approved' => (string) $comment->comment_approved,
            'comment_type' => (string) $comment->comment_type,
            'comment_parent' => $ids[(int) $comment->comment_parent] ?? 0,
        ]));
    }
}
