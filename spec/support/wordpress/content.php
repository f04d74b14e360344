<?php
// Users, posts, comments, a menu and files for a WordPress, the same at each run.

/** Makes a user of each role; returns their ids by login. */
function tappet_users(): array
{
    $roles = [
        'editor' => 'editor',
        'author' => 'author',
        'contributor' => 'contributor',
        'subscriber' => 'subscriber',
    ];
    $users = ['admin' => 1];
    foreach ($roles as $login => $role) {
        $users[$login] = wp_insert_user([
            'user_login' => $login,
            'user_pass' => "password of $login",
            'user_email' => "$login@example.org",
            'display_name' => ucfirst($login),
            'description' => "Writes as $login & more.",
            'user_registered' => '2020-01-02 03:04:05',
            'role' => $role,
        ]);
    }
    return $users;
}

/** Makes items of every status and type, with comments, terms, files and a menu. */
function tappet_content(array $users, int $posts): void
{
    $file = tappet_file('harbour.png', 1200, 800, $users['author']);
    tappet_file('field.jpg', 320, 200, $users['editor']);
    $logins = array_keys($users);
    $first = null;
    foreach (['publish', 'draft', 'private', 'pending', 'future', 'trash', 'publish'] as $index => $status) {
        foreach (['post', 'page'] as $type) {
            $id = wp_insert_post(wp_slash([
                'post_type' => $type,
                'post_status' => $status,
                'post_title' => "A \"$status\" $type & number $index",
                'post_content' => "<!-- wp:paragraph -->\n<p>The text of a $status $type — it's <em>here</em>.</p>\n<!-- /wp:paragraph -->",
                'post_excerpt' => $index % 2 === 0 ? '' : "What a $status $type says.",
                'post_author' => $users[$logins[$index % 4]],
                'post_date' => $status === 'future' ? '2099-01-02 03:04:05' : sprintf('2021-03-%02d 10:20:%d', $index + 1, $type === 'post' ? 30 : 40),
                'post_password' => $index === 6 ? 'secret' : '',
                'comment_status' => 'open',
            ]));
            if ($index === 0) {
                $first ??= $id;
                set_post_thumbnail($id, $file);
            }
        }
    }
    stick_post($first);
    tappet_comments($first, $users);
    tappet_more_posts($users, $posts);
    tappet_menu($first);
    wp_insert_post(wp_slash([
        'post_type' => 'wp_block',
        'post_status' => 'publish',
        'post_title' => 'A reusable block',
        'post_content' => '<!-- wp:paragraph --><p>Again.</p><!-- /wp:paragraph -->',
    ]));
    tappet_order_items();
}

function tappet_comments(int $post, array $users): void
{
    $parent = 0;
    foreach (['1', '1', '0', 'spam', 'trash', '1'] as $index => $approved) {
        $isUser = $index % 2 === 1;
        $id = wp_insert_comment([
            'comment_post_ID' => $post,
            'comment_author' => $isUser ? 'Author' : "Visitor $index",
            'comment_author_email' => $isUser ? 'author@example.org' : "visitor$index@example.org",
            'comment_author_url' => $index === 2 ? 'http://example.org/visitor' : '',
            'comment_content' => "A comment, \"number\" $index.\n\nIt has <b>two</b> paragraphs.",
            'comment_date' => "2021-04-0" . ($index + 1) . ' 11:12:13',
            'comment_approved' => $approved,
            'comment_parent' => $index === 1 ? $parent : 0,
            'user_id' => $isUser ? $users['author'] : 0,
            'comment_author_IP' => '127.0.0.1',
            'comment_agent' => 'specs',
        ]);
        $parent = $index === 0 ? $id : $parent;
    }
}

/** Makes more posts, of all statuses that a list can ask for, in terms of their own. */
function tappet_more_posts(array $users, int $count): void
{
    $terms = [];
    for ($index = 0; $index < 12 && $index < $count; $index++) {
        $parent = $index % 3 === 0 ? 0 : $terms[$index - 1];
        $terms[] = wp_insert_term("Topic $index", 'category', ['parent' => $parent, 'description' => "About $index"])['term_id'];
    }
    $statuses = ['publish', 'publish', 'publish', 'publish', 'publish', 'publish', 'publish', 'draft', 'private', 'pending'];
    $logins = array_keys($users);
    for ($index = 0; $index < $count; $index++) {
        $id = wp_insert_post(wp_slash([
            'post_status' => $statuses[$index % 10],
            'post_title' => "Post number $index",
            'post_content' => str_repeat("<p>Paragraph of post $index, with words: harbour, meadow, lantern.</p>\n\n", 1 + $index % 5),
            'post_author' => $users[$logins[$index % 4]],
            'post_date' => gmdate('Y-m-d H:i:s', 1600000000 + $index * 7919),
            'post_category' => [$terms[$index % 12], $terms[$index * 5 % 12]],
            'tags_input' => ['tag ' . $index % 7, 'tag ' . $index % 40],
        ]));
        for ($comment = 0; $comment < $index % 4; $comment++) {
            wp_insert_comment([
                'comment_post_ID' => $id,
                'comment_author' => "Reader $comment",
                'comment_author_email' => "reader$comment@example.org",
                'comment_content' => "Comment $comment on post $index.",
                'comment_date' => gmdate('Y-m-d H:i:s', 1610000000 + $index * 997 + $comment),
            ]);
        }
    }
}

function tappet_menu(int $post): void
{
    $menu = wp_create_nav_menu('Main menu');
    $parent = wp_update_nav_menu_item($menu, 0, [
        'menu-item-title' => 'Elsewhere',
        'menu-item-url' => 'http://example.org/elsewhere',
        'menu-item-status' => 'publish',
        'menu-item-classes' => 'one two',
    ]);
    wp_update_nav_menu_item($menu, 0, [
        'menu-item-object' => 'post',
        'menu-item-object-id' => $post,
        'menu-item-type' => 'post_type',
        'menu-item-status' => 'publish',
        'menu-item-parent-id' => $parent,
    ]);
    wp_update_nav_menu_item($menu, 0, [
        'menu-item-object' => 'category',
        'menu-item-object-id' => 1,
        'menu-item-type' => 'taxonomy',
        'menu-item-status' => 'publish',
    ]);
}

/**
 * Gives no two items one time or one place, no two comments one time and no two terms one name, so that lists have one order
 * only: among equals, MariaDB has any. Of a time the hour stays; the rest is the id.
 */
function tappet_order_items(): void
{
    global $wpdb;
    $wpdb->query("set @place = 0");
    $times = [
        $wpdb->posts => ['ID', ['post_date', 'post_date_gmt', 'post_modified', 'post_modified_gmt']],
        $wpdb->comments => ['comment_ID', ['comment_date', 'comment_date_gmt']],
    ];
    foreach ($times as $table => [$id, $columns]) {
        foreach ($columns as $column) {
            $wpdb->query(
                "update $table set $column = date_format($column, '%Y-%m-%d %H:00:00') + interval $id second
                 where $column > '1970-01-01'"
            );
        }
    }
    $wpdb->query(
        "update $wpdb->terms t join (select min(term_id) first, name from $wpdb->terms group by name) one on one.name = t.name
         set t.name = concat(t.name, ' ', t.term_id) where t.term_id <> one.first"
    );
    $wpdb->query("update $wpdb->posts set menu_order = (@place := @place + 1) where post_type in ('nav_menu_item', 'page') order by ID");
}

/** Draws a picture and stores it as a file of the media library. */
function tappet_file(string $name, int $width, int $height, int $author): int
{
    $picture = imagecreatetruecolor($width, $height);
    imagefilledrectangle($picture, 0, 0, $width, $height, imagecolorallocate($picture, 40, 90, 160));
    imagefilledellipse($picture, $width / 2, $height / 2, $height / 2, $height / 2, imagecolorallocate($picture, 240, 220, 90));
    ob_start();
    str_ends_with($name, '.png') ? imagepng($picture) : imagejpeg($picture);
    ['file' => $file, 'url' => $url] = wp_upload_bits($name, null, ob_get_clean(), '2021/02');
    $id = wp_insert_attachment(wp_slash([
        'post_title' => "Picture $name",
        'post_content' => "What $name shows.",
        'post_excerpt' => 'A caption.',
        'post_mime_type' => wp_check_filetype($name)['type'],
        'post_author' => $author,
        'post_date' => '2021-02-03 04:05:06',
        'guid' => $url,
    ]), $file);
    wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $file));
    update_post_meta($id, '_wp_attachment_image_alt', 'A disk');
    return $id;
}
