/* expr_parse.c - reads an expression token by token; operators bind in the order of their
 * tables. */
#include "session/expr/expr.h"

#include "observe/quantities.h"
#include "session/expr/expr_rows.h"
#include "session/language/params.h"
#include "session/language/suggest.h"
#include "session/language/text.h"

#include <ctype.h>

enum { DEPTH_MAX = 24, TOKEN_MAX = 64, NAMES_MAX = 160 };

typedef enum token_kind { TOKEN_END, TOKEN_NUMBER, TOKEN_NAME, TOKEN_SIGN } token_kind;

typedef struct token {
    token_kind kind;
    char text[TOKEN_MAX];
    unsigned column;
} token;

/* The text being read, and the expression made from it. */
typedef struct parser {
    ws_expr *expr;
    ws_place place;
    const char *at;
    const char *end;
    unsigned column;
    token now;
    bool ahead;    /* `now` has been read, but not consumed */
    bool of_worms; /* inside worms(...) */
    int depth;
    const ws_expr_scope *scope; /* NULL: names of a network */
    ws_error *error;
} parser;

static bool fail_column(const parser *p, unsigned column, const char *what, const char *word) {
    ws_place place = p->place;
    place.column = column;
    return ws_fail_at(p->error, place, what, word);
}

/* Reports an error at the present token. */
static bool fail_here(const parser *p, const char *what, const char *word) {
    return fail_column(p, p->now.column, what, word);
}

/* --------------------------------------------------------------------------------- tokens ---- */

/* Is this byte part of a UTF-8 character, but not its first? */
static bool is_rest(char byte) {
    return ((unsigned char)byte & 0xc0) == 0x80;
}

static bool is_blank(char letter) {
    return letter == ' ' || letter == '\t';
}

static void step(parser *p) {
    p->at++;
    if (p->at == p->end || !is_rest(*p->at))
        p->column++;
}

static void skip_blanks(parser *p) {
    while (p->at < p->end && is_blank(*p->at))
        step(p);
}

static bool is_letter(char byte) {
    return isalpha((unsigned char)byte);
}

static bool is_digit(char byte) {
    return isdigit((unsigned char)byte);
}

static bool is_name_byte(const parser *p) {
    const char *next = p->at + 1;
    if (*p->at == '-' && next < p->end)
        return is_letter(*next);
    return is_letter(*p->at) || is_digit(*p->at) || *p->at == '_';
}

static bool is_number_byte(const parser *p) {
    return is_digit(*p->at) || *p->at == '.';
}

/* Copies bytes to the token while `goes_on` is true. */
static bool token_fill(parser *p, bool (*goes_on)(const parser *p)) {
    size_t used = 0;
    while (p->at < p->end && goes_on(p)) {
        if (used + 1 == sizeof p->now.text)
            return fail_here(p, "the word is too long%s", "");
        p->now.text[used++] = *p->at;
        step(p);
    }
    p->now.text[used] = '\0';
    return true;
}

static const char *const operators[] = {">=", "<=", "!=", "==", ">", "<", "=", "+", "-",
                                        "*",  "/",  "(",  ")",  ",", "%", ".", "!"};

enum { OPERATORS = sizeof operators / sizeof *operators };

static size_t left_of(const parser *p) {
    return (size_t)(p->end - p->at);
}

static bool sign_read(parser *p) {
    for (size_t i = 0; i < OPERATORS; i++) {
        const char *sign = operators[i];
        size_t length = strlen(sign);
        if (left_of(p) < length)
            continue;
        if (memcmp(p->at, sign, length) != 0)
            continue;
        memcpy(p->now.text, sign, length + 1);
        p->now.kind = TOKEN_SIGN;
        for (size_t k = 0; k < length; k++)
            step(p);
        return true;
    }
    char text[9] = "";
    size_t size = left_of(p);
    if (size >= sizeof text)
        size = sizeof text - 1;
    memcpy(text, p->at, size);
    return fail_column(p, p->column, "invalid expression: \"%s\" has no meaning here", text);
}

static bool token_read(parser *p) {
    if (p->at == p->end)
        return true;
    if (is_digit(*p->at)) {
        p->now.kind = TOKEN_NUMBER;
        return token_fill(p, is_number_byte);
    }
    if (is_letter(*p->at)) {
        p->now.kind = TOKEN_NAME;
        return token_fill(p, is_name_byte);
    }
    return sign_read(p);
}

/* Reads the next token without consuming it. */
static bool peek(parser *p) {
    if (p->ahead)
        return true;
    skip_blanks(p);
    p->now.column = p->column;
    p->now.text[0] = '\0';
    p->now.kind = TOKEN_END;
    p->ahead = token_read(p);
    return p->ahead;
}

static bool begins_word(char byte) {
    return is_letter(byte) || is_digit(byte);
}

static bool ends_word(char byte) {
    return begins_word(byte) || byte == '%' || byte == ')';
}

/* Adds a token to the text of the expression, with a blank between words and numbers. */
static void text_join(ws_expr *expr, const char *text) {
    size_t used = strlen(expr->text);
    char *end = expr->text + used;
    size_t room = sizeof expr->text - used;
    bool apart = used > 0 && ends_word(end[-1]);
    apart &= begins_word(*text);
    const char *blank = apart ? " " : "";
    snprintf(end, room, "%s%s", blank, text);
}

static void consume_as(parser *p, const char *text) {
    text_join(p->expr, text);
    p->ahead = false;
}

static void consume(parser *p) {
    consume_as(p, p->now.text);
}

static bool next_is(parser *p, const char *text) {
    token_kind kind = is_letter(*text) ? TOKEN_NAME : TOKEN_SIGN;
    if (!peek(p) || p->now.kind != kind)
        return false;
    return text_is(p->now.text, text);
}

static bool expect(parser *p, const char *sign) {
    if (!peek(p))
        return false;
    if (!next_is(p, sign))
        return fail_here(p, "`%s` is missing here", sign);
    consume(p);
    return true;
}

/* ---------------------------------------------------------------------------------- nodes ---- */

/* Adds a node and returns its place; -1 with an error if there are too many. */
static int node_add(parser *p, int op, int left, int right) {
    ws_expr *expr = p->expr;
    if (expr->count == WS_EXPR_NODES) {
        fail_here(p, "the expression is too long%s", "");
        return -1;
    }
    ws_expr_node *node = &expr->node[expr->count];
    *node = (ws_expr_node){0};
    node->op = (uint8_t)op;
    node->left = (int16_t)left;
    node->right = (int16_t)right;
    node->column = p->now.column;
    return expr->count++;
}

static int row_add(parser *p, int op, const void *row) {
    int node = node_add(p, op, -1, -1);
    if (node >= 0)
        p->expr->node[node].row = row;
    return node;
}

static bool is_targets(const ws_expr *expr, int node) {
    const ws_expr_node *of = &expr->node[node];
    const ws_expr_row *row = of->op == EXPR_ROW ? of->row : NULL;
    return of->op == EXPR_WORMS || (row && row->targets);
}

/* ---------------------------------------------------------------------------------- names ---- */

typedef int reading(parser *p);
static reading read_any;

/* Is the byte part of the name of a host, link or class? A comma or bracket ends it. */
static bool is_argument_byte(const parser *p) {
    return !strchr(",() \t", *p->at);
}

/* Keeps a name for a node. */
static bool name_keep(parser *p, ws_expr_node *node, const char *name) {
    ws_expr *expr = p->expr;
    size_t length = strlen(name) + 1;
    if (expr->names_used + length > sizeof expr->names)
        return fail_column(p, p->column, "there are too many names%s", "");
    uint16_t at = expr->names_used;
    memcpy(expr->names + at, name, length);
    node->argument[node->arguments++] = at;
    expr->names_used = (uint16_t)(at + length);
    return true;
}

static bool argument_read(parser *p, ws_expr_node *node) {
    skip_blanks(p);
    p->now.column = p->column;
    if (!token_fill(p, is_argument_byte))
        return false;
    if (p->now.text[0] == '\0')
        return fail_column(p, p->column, "a name is missing in the brackets%s", "");
    text_join(p->expr, p->now.text);
    return name_keep(p, node, p->now.text);
}

/* Reads the names in brackets behind a subject. */
static bool arguments_read(parser *p, ws_expr_node *node, const char *sorts) {
    if (*sorts == '\0')
        return true;
    if (!expect(p, "("))
        return false;
    for (const char *sort = sorts; *sort; sort++) {
        if (sort > sorts && !expect(p, ","))
            return false;
        if (!argument_read(p, node))
            return false;
    }
    return expect(p, ")");
}

static const ws_expr_row *subject_find(const char *name) {
    for (size_t i = 0; i < ws_expr_row_count; i++)
        if (text_is(ws_expr_rows[i].subject, name))
            return &ws_expr_rows[i];
    return NULL;
}

static const ws_expr_row *field_find(const char *subject, const char *field) {
    for (size_t i = 0; i < ws_expr_row_count; i++) {
        const ws_expr_row *row = &ws_expr_rows[i];
        if (text_is(row->subject, subject) && text_is(row->field, field))
            return row;
    }
    return NULL;
}

static bool fail_field(parser *p, const ws_expr_row *subject) {
    const char *names[NAMES_MAX];
    size_t count = 0;
    ws_place place = p->place;
    place.column = p->now.column;
    for (size_t i = 0; i < ws_expr_row_count; i++) {
        const ws_expr_row *row = &ws_expr_rows[i];
        if (*row->field && text_is(row->subject, subject->subject))
            names[count++] = row->field;
    }
    ws_fail_at(p->error, place, "%s has no \"%.40s\"", subject->subject, p->now.text);
    ws_suggest_append(p->error, p->now.text, WS_NAMES(names, count));
    return false;
}

/* Reads `.field`, or takes the subject alone. */
static const ws_expr_row *row_read(parser *p, const ws_expr_row *subject) {
    if (!next_is(p, ".")) {
        const ws_expr_row *alone = field_find(subject->subject, "");
        if (!alone)
            fail_here(p, "%s needs a field, such as .accepted", subject->subject);
        return alone;
    }
    consume(p);
    if (!peek(p))
        return NULL;
    const ws_expr_row *row = field_find(subject->subject, p->now.text);
    if (!row || p->now.kind != TOKEN_NAME || !*row->field) {
        fail_field(p, subject);
        return NULL;
    }
    consume(p);
    return row;
}

static int subject_read(parser *p, const ws_expr_row *subject) {
    int node = node_add(p, EXPR_ROW, -1, -1);
    consume(p);
    if (node < 0)
        return -1;
    if (!arguments_read(p, &p->expr->node[node], subject->arguments))
        return -1;
    const ws_expr_row *row = row_read(p, subject);
    if (!row)
        return -1;
    p->expr->node[node].row = row;
    return node;
}

/* Reads `high.head` as class(high).head: a name with no other meaning, with a field behind it. */
static int class_read(parser *p) {
    int node = node_add(p, EXPR_ROW, -1, -1);
    const ws_expr_row *subject = subject_find("class");
    if (node < 0)
        return -1;
    if (!name_keep(p, &p->expr->node[node], p->now.text))
        return -1;
    consume(p);
    const ws_expr_row *row = row_read(p, subject);
    if (!row)
        return -1;
    p->expr->node[node].row = row;
    return node;
}

static int worms_read(parser *p) {
    bool before = p->of_worms;
    int node = node_add(p, EXPR_WORMS, -1, -1);
    consume(p);
    if (node < 0 || !expect(p, "("))
        return -1;
    p->of_worms = true;
    int inside = read_any(p);
    p->of_worms = before;
    if (inside < 0 || !expect(p, ")"))
        return -1;
    p->expr->node[node].left = (int16_t)inside;
    return node;
}

static int function_read(parser *p, const ws_expr_function *function) {
    int node = row_add(p, EXPR_FUNCTION, function);
    int operand[2] = {-1, -1};
    consume(p);
    if (node < 0 || !expect(p, "("))
        return -1;
    for (int i = 0; i < function->operands; i++) {
        if (i > 0 && !expect(p, ","))
            return -1;
        operand[i] = read_any(p);
        if (operand[i] < 0)
            return -1;
    }
    if (!expect(p, ")"))
        return -1;
    p->expr->node[node].left = (int16_t)operand[0];
    p->expr->node[node].right = (int16_t)operand[1];
    return node;
}

static const ws_worm_row *worm_row_find(const char *name) {
    for (size_t i = 0; i < ws_worm_row_count; i++)
        if (text_is(ws_worm_rows[i].name, name))
            return &ws_worm_rows[i];
    return NULL;
}

static const ws_expr_function *function_find(const char *name) {
    for (size_t i = 0; i < ws_expr_function_count; i++)
        if (text_is(ws_expr_functions[i].name, name))
            return &ws_expr_functions[i];
    return NULL;
}

/* Reads `= H3` behind from, to, at and class. */
static int named_read(parser *p, const ws_worm_row *row) {
    int node = row_add(p, EXPR_NAMED, row);
    consume(p);
    bool other = next_is(p, "!=");
    if (node < 0 || !peek(p))
        return -1;
    if (!other && !next_is(p, "=") && !next_is(p, "==")) {
        fail_here(p, "%s is compared by = or != with a name", row->name);
        return -1;
    }
    consume(p);
    if (!argument_read(p, &p->expr->node[node]))
        return -1;
    return other ? node_add(p, EXPR_NOT, node, -1) : node;
}

static int worm_field_read(parser *p, const ws_worm_row *row) {
    if (row->sort >= WS_WORM_CLASS)
        return named_read(p, row);
    int node = row_add(p, EXPR_WORM, row);
    consume(p);
    return node;
}

/* Names that there are, for a suggestion. */
typedef struct known_names {
    const char *name[NAMES_MAX];
    size_t count;
} known_names;

/* Adds a name, once. */
static void known_add(known_names *known, const char *name) {
    for (size_t i = 0; i < known->count; i++)
        if (text_is(known->name[i], name))
            return;
    if (known->count < NAMES_MAX)
        known->name[known->count++] = name;
}

/* What may be asked where the parser is: of worms first, then of the network. */
static void known_fill(const parser *p, known_names *known) {
    for (size_t i = 0; p->of_worms && i < ws_worm_row_count; i++)
        known_add(known, ws_worm_rows[i].name);
    for (size_t i = 0; i < WS_QUANTITY_COUNT; i++)
        known_add(known, ws_quantities[i].name);
    for (size_t i = 0; i < ws_expr_row_count; i++)
        known_add(known, ws_expr_rows[i].subject);
}

/* What stands behind a word of worms: `worms(from = NAME)`. */
static const char *behind_worm_word(const ws_worm_row *row) {
    return row->sort == WS_WORM_STATE ? "" : row->sort == WS_WORM_NUMBER ? " > N" : " = NAME";
}

static bool fail_name(parser *p) {
    known_names known = {.count = 0};
    const char *name = p->now.text;
    const char *of_what = p->of_worms ? " of worms" : "";
    ws_place place = p->place;
    ws_error *error = p->error;
    place.column = p->now.column;
    const ws_worm_row *row = worm_row_find(name);
    if (row)
        return ws_fail_at(error, place, "\"%s\" needs worms; write worms(%s%s)", name, name,
                          behind_worm_word(row));
    known_fill(p, &known);
    ws_fail_at(error, place, "unknown quantity \"%.64s\"%s", name, of_what);
    ws_suggest_append(error, name, WS_NAMES(known.name, known.count));
    return false;
}

static int quantity_read(parser *p, const ws_quantity *quantity) {
    int node = row_add(p, EXPR_QUANTITY, quantity);
    p->expr->measured |= quantity->measured;
    consume_as(p, quantity->name);
    return node;
}

/* ------------------------------------------------------------------------ names of a scope ---- */

enum { FIELD_MAX = 128 };

/* Reads (ARGUMENT, ...), if there are arguments. */
static bool call_arguments(parser *p, ws_expr_node *node) {
    if (!next_is(p, "("))
        return true;
    consume(p);
    for (int i = 0; i < WS_EXPR_ARGS; i++) {
        if (!argument_read(p, node))
            return false;
        if (!next_is(p, ","))
            return expect(p, ")");
        consume(p);
    }
    return fail_here(p, "there is too much in the brackets%s", "");
}

/* Reads .FIELD.FIELD as one field. */
static bool call_fields(parser *p, char *field, size_t room) {
    text_out out = text_begin(field, room);
    while (next_is(p, ".")) {
        consume(p);
        if (!peek(p))
            return false;
        if (p->now.kind != TOKEN_NAME)
            return fail_here(p, "a name is missing behind the point%s", "");
        const char *point = out.used > 0 ? "." : "";
        text_add(&out, "%s%s", point, p->now.text);
        consume(p);
    }
    return true;
}

static bool call_known(const parser *p, const ws_expr_node *node) {
    const ws_expr_scope *scope = p->scope;
    ws_expr_call call = ws_expr_call_of(p->expr, node);
    ws_place place = p->place;
    place.column = node->column;
    return scope->knows(scope->context, &call, place, p->error);
}

/* Reads NAME(ARGUMENT, ...).FIELD. The field comes last in the text and second in the node. */
static bool call_words(parser *p, ws_expr_node *node) {
    char field[FIELD_MAX];
    ws_expr_node brackets = {0};
    const char *name = p->now.text;
    if (!name_keep(p, node, name))
        return false;
    consume(p);
    if (!call_arguments(p, &brackets))
        return false;
    if (!call_fields(p, field, sizeof field))
        return false;
    if (!name_keep(p, node, field))
        return false;
    if (brackets.arguments > WS_EXPR_CALL_ARGS)
        return fail_here(p, "there is too much in the brackets%s", "");
    for (uint16_t i = 0; i < brackets.arguments; i++) {
        uint16_t at = node->arguments++;
        node->argument[at] = brackets.argument[i];
    }
    return true;
}

static int call_read(parser *p) {
    int place = node_add(p, EXPR_CALL, -1, -1);
    if (place < 0)
        return -1;
    ws_expr_node *node = &p->expr->node[place];
    if (!call_words(p, node))
        return -1;
    return call_known(p, node) ? place : -1;
}

static int scope_name_read(parser *p) {
    const ws_expr_function *function = function_find(p->now.text);
    if (function)
        return function_read(p, function);
    return call_read(p);
}

static int name_read(parser *p) {
    const char *name = p->now.text;
    if (p->scope)
        return scope_name_read(p);
    const ws_worm_row *worm = p->of_worms ? worm_row_find(name) : NULL;
    if (worm)
        return worm_field_read(p, worm);
    if (text_is(name, "worms") && p->at < p->end && *p->at == '(')
        return worms_read(p);
    const ws_quantity *quantity = ws_quantity_find(name);
    if (quantity)
        return quantity_read(p, quantity);
    const ws_expr_row *subject = subject_find(name);
    if (subject)
        return subject_read(p, subject);
    const ws_expr_function *function = function_find(name);
    if (function)
        return function_read(p, function);
    const ws_param *param = ws_param_find(name);
    if (!param && p->at < p->end && *p->at == '.')
        return class_read(p);
    if (!param) {
        fail_name(p);
        return -1;
    }
    int node = row_add(p, EXPR_PARAM, param);
    consume(p);
    return node;
}

/* ------------------------------------------------------------------------------ operators ---- */

static int number_read(parser *p) {
    int64_t millionths;
    char text[TOKEN_MAX];
    if (!ws_decimal_parse(p->now.text, 1000000000000 * WS_MILLION, &millionths)) {
        fail_here(p, "invalid value \"%s\": expected a number with at most 6 decimals",
                  p->now.text);
        return -1;
    }
    int node = node_add(p, EXPR_NUMBER, -1, -1);
    if (node < 0)
        return -1;
    double number = (double)millionths / WS_MILLION;
    p->expr->node[node].number = number;
    snprintf(text, sizeof text, "%.12g", number);
    consume_as(p, text);
    return node;
}

static int prefix_read(parser *p, int op, reading operand) {
    consume(p);
    int inner = operand(p);
    if (inner < 0)
        return -1;
    return node_add(p, op, inner, -1);
}

static int factor_read(parser *p) {
    if (!peek(p))
        return -1;
    if (p->now.kind == TOKEN_NUMBER)
        return number_read(p);
    if (p->now.kind == TOKEN_NAME)
        return name_read(p);
    if (next_is(p, "-"))
        return prefix_read(p, EXPR_NEGATIVE, factor_read);
    if (!next_is(p, "(")) {
        const char *what = p->now.kind == TOKEN_END ? "a value is missing here%s"
                                                    : "a value is missing before \"%s\"";
        fail_here(p, what, p->now.text);
        return -1;
    }
    consume(p);
    int inner = read_any(p);
    return inner >= 0 && expect(p, ")") ? inner : -1;
}

typedef struct operation {
    const char *sign;
    int op;
} operation;

/* Reads operators of one precedence from the left. A row without a name ends the table. */
static int chain_read(parser *p, const operation *table, reading operand) {
    int left = operand(p);
    while (left >= 0) {
        const operation *found = table;
        while (found->sign && !next_is(p, found->sign))
            found++;
        if (!found->sign)
            return left;
        consume(p);
        int right = operand(p);
        if (right < 0)
            return -1;
        left = node_add(p, found->op, left, right);
    }
    return -1;
}

static int product_read(parser *p) {
    static const operation table[] = {
        {"*", EXPR_MULTIPLY},
        {"/", EXPR_DIVIDE},
        {NULL, 0},
    };
    return chain_read(p, table, factor_read);
}

static int sum_read(parser *p) {
    static const operation table[] = {
        {"+", EXPR_ADD},
        {"-", EXPR_SUBTRACT},
        {NULL, 0},
    };
    return chain_read(p, table, product_read);
}

/* clang-format off */
static const operation compares[] = {
    {">=", EXPR_AT_LEAST},
    {"<=", EXPR_AT_MOST},
    {"!=", EXPR_OTHER},
    {"==", EXPR_EQUAL},
    {">",  EXPR_MORE},
    {"<",  EXPR_LESS},
    {"=",  EXPR_EQUAL},
    {NULL, 0},
};
/* clang-format on */

static const char *unit_of(const ws_expr *expr, int node) {
    const ws_expr_node *of = &expr->node[node];
    const ws_quantity *quantity = of->row;
    const ws_expr_row *row = of->row;
    if (of->op == EXPR_QUANTITY)
        return quantity->unit;
    return of->op == EXPR_ROW ? row->unit : "";
}

/* Reads a percent sign behind a value that is compared with a share; it changes nothing. */
static bool percent_read(parser *p, int left) {
    const ws_expr_node *node = &p->expr->node[left];
    const ws_quantity *quantity = node->row;
    const char *name = "this figure";
    bool is_share = text_is(unit_of(p->expr, left), "%");
    if (!next_is(p, "%")) {
        const ws_expr_node *last = &p->expr->node[p->expr->count - 1];
        if (is_share && last->op == EXPR_NUMBER)
            text_join(p->expr, "%");
        return true;
    }
    if (node->op == EXPR_QUANTITY)
        name = quantity->name;
    if (!is_share)
        return fail_here(p, "%s is not a share; leave out the %%", name);
    consume(p);
    return true;
}

/* Reads the name of a value, behind a parameter whose values have names. -2: no such name stands
 * there. */
static int word_read(parser *p, int left) {
    const ws_expr_node *node = &p->expr->node[left];
    const ws_param *param = node->op == EXPR_PARAM ? node->row : NULL;
    if (!param || !param->name_count || !peek(p) || p->now.kind != TOKEN_NAME)
        return -2;
    for (size_t i = 0; i < param->name_count; i++) {
        if (!param->names[i] || !text_is(param->names[i], p->now.text))
            continue;
        int number = node_add(p, EXPR_NUMBER, -1, -1);
        if (number >= 0)
            p->expr->node[number].number = (double)i;
        consume(p);
        return number;
    }
    fail_here(p, "invalid value \"%s\" of this parameter", p->now.text);
    return -1;
}

static const operation *compare_find(parser *p) {
    const operation *found = compares;
    while (found->sign && !next_is(p, found->sign))
        found++;
    return found->sign ? found : NULL;
}

static int compare_read(parser *p) {
    int left = sum_read(p);
    const operation *found = left >= 0 ? compare_find(p) : NULL;
    if (!found)
        return left;
    if (found->op == EXPR_EQUAL)
        consume_as(p, "=");
    else
        consume(p);
    if (!peek(p))
        return -1;
    if (p->now.kind == TOKEN_END) {
        fail_here(p, "a value is missing behind %s; write a number", found->sign);
        return -1;
    }
    int right = word_read(p, left);
    if (right == -2)
        right = sum_read(p);
    if (right < 0 || !percent_read(p, left))
        return -1;
    return node_add(p, found->op, left, right);
}

static int not_read(parser *p) {
    if (!peek(p))
        return -1;
    if (next_is(p, "not") || next_is(p, "!"))
        return prefix_read(p, EXPR_NOT, not_read);
    return compare_read(p);
}

static int and_read(parser *p) {
    static const operation table[] = {
        {"and", EXPR_AND},
        {NULL, 0},
    };
    return chain_read(p, table, not_read);
}

static int read_any(parser *p) {
    static const operation table[] = {
        {"or", EXPR_OR},
        {NULL, 0},
    };
    if (++p->depth > DEPTH_MAX) {
        fail_column(p, p->column, "the brackets are too deep%s", "");
        return -1;
    }
    int node = chain_read(p, table, and_read);
    p->depth--;
    return node;
}

bool ws_expr_parse_in(ws_expr *expr, const ws_expr_scope *scope, ws_place place, const char *text,
                      size_t length, ws_error *error) {
    parser p = {0};
    p.expr = expr;
    p.scope = scope;
    p.place = place;
    p.at = text;
    p.end = text + length;
    p.error = error;
    p.column = place.column;
    *expr = (ws_expr){.place = place};
    error->text[0] = '\0';
    if (length >= WS_EXPR_TEXT - TOKEN_MAX)
        return ws_fail_at(error, place, "the expression is too long; write at most %d characters",
                          WS_EXPR_TEXT - TOKEN_MAX);
    int root = read_any(&p);
    if (root < 0 || !peek(&p))
        return false;
    if (p.now.kind != TOKEN_END)
        return fail_column(&p, p.now.column, "\"%s\" is too much here", p.now.text);
    expr->root = (int16_t)root;
    expr->targets = is_targets(expr, root);
    return true;
}

bool ws_expr_parse(ws_expr *expr, ws_place place, const char *text, size_t length,
                   ws_error *error) {
    return ws_expr_parse_in(expr, NULL, place, text, length, error);
}
