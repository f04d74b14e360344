<?php
// Fills a WordPress: php fill.php FOLDER EXPORT POSTS. Prints the application password of each user as JSON.

require __DIR__ . '/content.php';
require __DIR__ . '/export.php';

[, $folder, $export, $posts] = $argv;
require "$folder/wp-load.php";
require ABSPATH . 'wp-admin/includes/image.php';
require ABSPATH . 'wp-admin/includes/nav-menu.php';

$users = tappet_users();
wp_set_current_user($users['admin']);
wp_defer_term_counting(true);
// One transaction, as a commit of each row would wait for the disk.
$wpdb->query('START TRANSACTION');
if ($export !== '') {
    tappet_read_export($export, $users);
}
tappet_content($users, (int) $posts);
wp_defer_term_counting(false);
flush_rewrite_rules();
$wpdb->query('COMMIT');

$passwords = [];
foreach ($users as $login => $id) {
    [$passwords[$login]] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'specs']);
}
echo json_encode(['users' => $users, 'passwords' => $passwords]);
