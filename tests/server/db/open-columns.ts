const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Text columns that are not encrypted, by the reason. */
export const OPEN: Readonly<Record<string, readonly string[]>> = {
  'the database searches or sorts by it (docs/decisions/049)': words(`
    accounts.handle accounts.handle_key conversations.event_title
    conversations.event_title_key conversations.title conversations.title_key events.slug
    events.title events.title_key identities.handle identities.handle_key news.payload
  `),
  'written by older servers only, moved by a migration': words(`
    events.address_lat events.address_lng
  `),
  'every member who may find the row is shown it': words(`
    announcements.text community_settings.value conversations.description
    event_rides.leaves_at event_rides.place events.description events.payment_url events.place
    events.place_lat events.place_lng events.price events.questions events.rules
    house_rules.rules media.blurhash partings.handle past_talks.partner_handle
    past_talks.title reactions.emoji staff.pseudonym staff_links.pseudonym
  `),
  'not done yet (docs/decisions/045)': words(`
    accounts.data media.filename
    verification_requests.gestures
    zones.city zones.lat zones.lng zones.place_id
  `),
  'append-only, checked by its chain of hashes': words(`
    audit_log.act audit_log.detail audit_log.who
  `),
  'a hash, or of no use without the endpoint or the device': words(`
    age_checks.nonce audit_log.hash audit_log.prev ban_marks.value
    calendar_feeds.token_hash consents.text_hash email_tokens.token_hash staff_links.token_hash staff_links.email_key
    held_messages.client_hash identity_codes.code_hash met_codes.code_hash join_links.token_hash media.hash
    media_refusals.hash photo_claims.hash media_subjects.text_hash messages.client_hash messages.text_hash notices.code_hash
    parted_photos.hash passkey_challenges.hash passkeys.credential_id passkeys.public_key
    identity_passkeys.credential_id identity_passkeys.public_key
    proof_keys.key push_devices.auth push_devices.endpoint_hash push_devices.p256dh
    recovery_codes.code_hash refresh_tokens.token_hash staff_codes.code_hash
    users.email_key users.join_token_hash users.password_hash
  `),
  'ids, kinds, states, settings': words(`
    accounts.answers_together_ending account_keys.account_id profiles.account_id accounts.avatar_media_id accounts.id
    accounts.last_seen_identity_id accounts.preferences age_checks.id age_checks.session_id
    age_checks.state age_checks.user_id agreements.account_id agreements.identity_id
    agreements.subject_id agreements.user_id album_accesses.account_id album_accesses.album_id
    album_accesses.day album_media.album_id album_media.media_id album_requests.account_id
    album_requests.album_id album_requests.id album_requests.with_account_id
    album_shares.account_id album_shares.album_id album_shares.id album_shares.with_account_id
    albums.account_id albums.id announcements.audience announcements.id announcements.made_by announcements.reached
    appeals.account_id appeals.decision_id appeals.id appeals.state applications.state
    applications.user_id audit_log.target_id audit_log.target_kind audit_log.user_id
    ban_marks.decision_id ban_marks.id ban_marks.kind blocks.account_id
    blocks.blocked_account_id brief_photos.account_id brief_photos.id brief_photos.media_id
    brief_photos.message_id brief_photos.mode brief_views.account_id brief_views.photo_id
    brief_views.view_id calendar_feeds.account_id cases.account_id cases.claimed_by cases.closed_by
    cases.freeze_id cases.proposed_by cases.id cases.kind cases.measure cases.state cases.subject_id cases.subject_kind cases.tag community_settings.changed_by
    community_settings.name consents.id consents.purpose consents.text_version
    consents.user_id conversation_participants.account_id
    conversation_participants.conversation_id conversation_participants.four_hands_ending
    conversation_reads.account_id conversation_reads.conversation_id
    conversation_reads.identity_id conversation_reads.last_read_message_id
    conversations.avatar_media_id conversations.direct_key conversations.event_id
    conversations.event_creator_account_id conversations.event_participant_id conversations.group_options conversations.id
    conversations.last_message_id conversations.metadata conversations.type search_pages.id search_pages.conversation_id
    decisions.account_id decisions.by_user decisions.case_id decisions.id decisions.identity_id decisions.measure
    decisions.origin decisions.rule decisions.scopes decisions.second_user
    decisions.subject_id decisions.subject_kind decisions.undone_by email_tokens.id
    email_tokens.keep_session email_tokens.purpose email_tokens.user_id
    event_acceptances.account_id event_acceptances.event_id event_acceptances.identity_id
    event_address_views.account_id event_address_views.event_id event_answers.account_id
    event_answers.event_id event_answers.question_id event_participants.account_id
    event_participants.event_id event_participants.id event_participants.identity_id
    event_participants.invited_by_account_id event_participants.kind event_participants.status
    event_reminders.event_id event_reminders.kind event_impressions.account_id event_impressions.event_id event_returns.account_id
    event_returns.event_id event_reunions.account_id event_reunions.event_id
    event_reunions.with_account_id event_rides.account_id event_rides.for_kind event_rides.event_id event_rides.id
    events.access_type events.banner_media_id events.creator_account_id events.group_options
    events.id events.status evidence.case_id evidence.id evidence.kind evidence.subject_id
    evidence_photos.evidence_id feedbacks.account_id feedbacks.id feedbacks.url_path
    held_answers.account_id held_answers.answer held_answers.event_id held_answers.id
    held_answers.user_id held_answers.wanted held_comings.held_id held_comings.identity_id
    held_media.held_id held_media.media_id held_messages.account_id held_messages.brief
    held_messages.client_msg_id held_messages.conversation_id held_messages.id
    held_messages.quote_id held_messages.reason held_messages.sender_identity_id
    held_messages.state held_messages.user_id held_messages.wanted house_rules.made_by
    identities.account_id identities.avatar_media_id identities.gender identities.id
    identity_codes.account_id identity_codes.identity_id identity_passkeys.account_id
    identity_passkeys.id identity_passkeys.identity_id identity_passkeys.transports passkey_challenges.identity_id join_links.account_id
    join_links.event_id join_links.id join_links.kind kept_photos.account_id
    kept_photos.media_id letters.id letters.user_id letters.what media.account_id
    media.category media.id media.identity_id media.mime_type media.people media.status
    media.storage_key media.thumbnail_key media_identities.identity_id
    media_identities.media_id media_places.account_id media_places.kind media_places.media_id
    media_places.target_id media_refusals.account_id media_refusals.identity_id
    media_subjects.account_id media_subjects.decided_by media_subjects.identity_id
    media_subjects.media_id media_subjects.state media_subjects.text_version media_subjects.yes_by
    meetings.account_id meetings.with_account_id met_codes.account_id met_codes.with_account_id message_media.media_id
    message_media.message_id messages.client_msg_id messages.conversation_id messages.id
    messages.quote_id messages.sender_account_id messages.sender_identity_id
    messages.system_type news.account_id news.actor_account_id news.event_creator_account_id
    news.event_id news.id
    news.news_type notes.about_account_id notes.account_id notices.case_id notices.id
    notices.outcome parted_pairs.account_id parted_pairs.with_account_id
    parted_photos.account_id parting_choices.account_id parting_choices.identity_id
    parting_choices.kind parting_choices.parting_id parting_choices.target_id
    partings.account_id partings.id partings.identity_id partings.kind partings.new_account_id
    partings.state partings.user_id passkey_challenges.kind passkey_challenges.user_id
    passkeys.id passkeys.transports passkeys.user_id past_talks.account_id
    past_talks.conversation_id past_talks.parting_id photo_looks.allowed_by
    photo_looks.evidence_id photo_looks.user_id photo_marks.account_id photo_marks.day
    photo_claims.account_id photo_claims.case_id photo_claims.media_id photo_marks.media_id profile_photos.account_id profile_photos.id profile_photos.media_id
    proof_keys.evidence_id push_devices.account_id push_devices.id push_devices.identity_id
    push_devices.kind push_devices.platform push_devices.sdk_version push_devices.session_id
    push_devices.user_agent push_devices.user_id push_interests.device_id push_interests.name
    push_queue.device_id push_queue.id push_queue.source push_queue.source_id push_queue.tag
    reactions.account_id reactions.identity_key reactions.message_id recovery_codes.id
    recovery_codes.user_id refresh_tokens.id refresh_tokens.parent_id
    refresh_tokens.session_id relations.account_id relations.origin relations.with_account_id
    reports.account_id reports.case_id reports.id reports.kind reports.outcome reports.reason
    reports.target_account_id reports.target_id sanctions.account_id sanctions.decision_id
    sanctions.id sanctions.identity_id sanctions.kind sessions.end_reason sessions.id sessions.user_agent
    sessions.user_id settings.name settings.value sharings.account_id sharings.with_account_id
    staff.granted_by staff.role staff.user_id staff_codes.user_id staff_unlocks.session_id
    staff_links.id staff_links.role staff_links.user_id staff_unlocks.user_id users.account_id users.age_method users.id users.identity_id
    users.invited_by users.preferences verification_photos.account_id
    verification_photos.media_id verification_requests.account_id verification_requests.refused_by
    verification_requests.contests verification_requests.id
    verification_requests.media_ids verification_requests.state verifications.account_id
    verifications.identities vouches.account_id vouches.answer vouches.user_id
    wishes.account_id wishes.identity_id wishes.with_account_id work_claims.name
    work_claims.owner zone_exceptions.account_id zone_exceptions.with_account_id
    zone_pairs.account_id zone_pairs.with_account_id zones.account_id zones.id
  `),
}
